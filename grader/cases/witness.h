// A program of ours that is started where a submission's process was, and meets the same machine.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

#include "causes/cause.h"
#include "lab/manifest.h"
#include "lab/real.h"
#include "model/machine.h"
#include "process/worker.h"
#include "toolchain/build.h"

namespace warpgrade {

struct TaskRun;

/// What a submission's process says of the machine is the word of whoever wrote the submission, and
/// so is how it ended. A witness is built by the same compilers and linked with the same runner;
/// its functions do nothing. It is built when it is first wanted, which is seldom. Several threads
/// may ask.
class Witness {
 public:
  Witness(Machine machine, const Lab& lab, Real real)
      : machine_(std::move(machine)), lab_(lab), real_(real) {}

  /// The submission's settings with our executable. Throws GraderError where it cannot be built.
  Worker::Settings settings(Worker::Settings submissions, const Constants& constants,
                            CpuMode mode) const;

  /// Lets a new process of ours make the call of those arguments and arrays where `run` makes its
  /// own. What it met; nothing where all went well.
  Causes trouble(const TaskRun& run, const Constants& constants, CpuMode mode,
                 CallImage image) const;

 private:
  using Key = std::tuple<bool, CpuMode, Constants>;  // for a GPU
  std::filesystem::path build(const Key& key) const;

  const Machine machine_;
  const Lab& lab_;
  const Real real_;
  mutable std::mutex mutex_;
  mutable std::map<Key, std::filesystem::path> executables_;
};

}  // namespace warpgrade

// A known-good program that runs in the place of a submission's process, on the same machine.
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

/// Nobody can trust what a submission's process claims about the machine, or how it ended. A
/// witness is built by the same compilers and linked with the same runner; its functions do
/// nothing. It is built when first needed, which is seldom. Thread-safe.
class Witness {
 public:
  Witness(Machine machine, const Lab& lab, Real real)
      : machine_(std::move(machine)), lab_(lab), real_(real) {}

  /// The submission's settings with the witness as executable. Throws GraderError if it cannot be
  /// built.
  Worker::Settings settings(Worker::Settings submissions, const Constants& constants,
                            CpuMode mode) const;

  /// Makes the call in a new process of the witness, in the place where `run` makes its calls.
  /// Returns what went wrong, or nothing.
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

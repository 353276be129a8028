// A known-good program that runs in place of a submission's process, on the same machine.
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

/// What a submission's process claims about the machine, and how it ended, cannot be trusted. A
/// witness is built by the same compilers and linked with the same runner; its functions do
/// nothing. It is built only when needed, which is rare. Thread-safe.
class Witness {
 public:
  Witness(Machine machine, const Lab& lab, Real real)
      : machine_(std::move(machine)), lab_(lab), real_(real) {}

  /// Settings like the submission's, with the witness as executable. Throws GraderError if it
  /// cannot be built.
  Worker::Settings settings(Worker::Settings submissions, const Constants& constants,
                            CpuMode mode) const;

  /// Makes the call in a new process of the witness, under the same conditions as the calls of
  /// `run`. Returns what went wrong, or nothing.
  Causes trouble(const TaskRun& run, const Constants& constants, CpuMode mode,
                 CallImage image) const;

 private:
  using Key = std::tuple<bool, CpuMode, Constants>;  // first: for a GPU
  std::filesystem::path build(const Key& key) const;

  const Machine machine_;
  const Lab& lab_;
  const Real real_;
  mutable std::mutex mutex_;
  mutable std::map<Key, std::filesystem::path> executables_;
};

}  // namespace warpgrade

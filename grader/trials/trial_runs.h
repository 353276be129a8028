// Runs one trial: some of the proposals in some of the cases, with the check.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cases/run_task.h"
#include "memcheck/build_addresses.h"
#include "trials/failures.h"

namespace warpgrade {

struct Trial {
  std::string on;  // numbers of proposals, separated by commas
  const Task& task;
  double cpu_seconds = 0, wall_seconds = 0;  // limits of a call
  std::size_t enough = ~std::size_t{0};      // failures after which nothing more is tried
  // One core: several trials run at once. Findings do not differ, and nothing has to run twice.
  bool alone_on_core = false;
};

/// Trials of one build. They start in sandboxes that are kept, without costs and without
/// explanations of wrong values. Any number of threads.
class TrialRuns {
 public:
  /// `run`: the run that the check of the task used. `known`: findings of the grade, advice as
  /// well.
  TrialRuns(const TaskRun& run, const Toolchain& toolchain, const ConstantBuilds& builds,
            const Failures& known)
      : run_(run), toolchain_(toolchain), builds_(builds), known_(known), addresses_(toolchain) {}

  /// What is wrong, case by case in the task's order. Contains `stopped` if a call did not end in
  /// time: the later cases did not run. If one failure is enough, a finding has no line.
  Failures failures(const Trial& trial);

 private:
  class Slot;
  Failures found_in(const CheckReport& report, const Case& c, const Build& build, bool with_lines);

  const TaskRun& run_;
  const Toolchain& toolchain_;
  const ConstantBuilds& builds_;
  const Failures& known_;
  std::mutex mutex_;  // of what follows
  BuildAddresses addresses_;
  std::vector<std::shared_ptr<KeptSandboxes>> idle_;
};

}  // namespace warpgrade

// The cases of a grade's tasks: which tasks run, where, and how their cases went.
#pragma once

#include <string>
#include <vector>

#include "grading/builds.h"
#include "grading/grade_setting.h"
#include "measure/held_gpus.h"
#include "model/result.h"

namespace warpgrade {

/// A task before any of its cases runs: its verdict is ok where it can run, else `result` says why
/// not.
TaskResult begin_task(const GradeSetting& setting, const Builds& builds, const Task& task);

/// What the rest of a task's grade needs to know of its run.
struct Ran {
  bool started = false;              // it can run
  std::vector<bool> has_work = {};   // by case
  std::vector<std::string> kernels;  // that were launched
};

/// Runs the cases of those tasks that are graded on `backend` and started: their results are put
/// into `tasks`, the rest into `ran`.
void run_cases(const GradeSetting& setting, const Builds& builds, Backend backend,
               const SandboxFor& sandbox_for, std::vector<TaskResult>& tasks,
               std::vector<Ran>& ran);

/// What nvcc says of the kernels that a task launched: in its cases, or in the check, which counted
/// their `costs`.
std::vector<KernelResources> resources_of(const Builds& builds, const Ran& ran,
                                          const std::vector<KernelCosts>& costs);

}  // namespace warpgrade

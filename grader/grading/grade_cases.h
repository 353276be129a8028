// Runs the cases of a grade's tasks.
#pragma once

#include <string>
#include <vector>

#include "grading/builds.h"
#include "grading/grade_setting.h"
#include "grading/task_state.h"
#include "measure/held_gpus.h"
#include "model/result.h"

namespace warpgrade {

/// A task before any of its cases runs. If it cannot run, the result says why.
TaskState begin_task(const GradeSetting& setting, const Builds& builds, const Task& task);

/// Runs the cases of the started tasks that are graded on `backend`.
void run_cases(const GradeSetting& setting, const Builds& builds, Backend backend,
               const SandboxFor& sandbox_for, std::vector<TaskState>& tasks);

/// nvcc's resource usage of the kernels that a task launched, in its cases or in the check, which
/// counted their `costs`.
std::vector<KernelResources> launched_resources(const Builds& builds, const CasesRun& ran,
                                                const std::vector<KernelCosts>& costs);

}  // namespace warpgrade

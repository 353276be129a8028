// Tries remedies for wrong tasks within a time limit.
#pragma once

#include <vector>

#include "grading/builds.h"
#include "grading/grade_cases.h"
#include "grading/grade_setting.h"
#include "grading/task_state.h"

namespace warpgrade {

/// Tries remedies for each task that ran and is wrong (try_remedies.h) and records what helped.
void try_all_remedies(const GradeSetting& setting, const Builds& builds,
                      std::vector<TaskState>& tasks);

}  // namespace warpgrade

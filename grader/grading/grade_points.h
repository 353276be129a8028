// The points of a task, once the verdicts of its cases are final.
#pragma once

#include "grading/builds.h"
#include "grading/grade_cases.h"
#include "grading/grade_setting.h"
#include "grading/task_state.h"

namespace warpgrade {

/// Sets the points for correctness, a clean check, efficiency and speed. Open ones stay pending.
void assign_points(const GradeSetting& setting, const Builds& builds, TaskState& state);

}  // namespace warpgrade

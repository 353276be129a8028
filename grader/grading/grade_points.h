// The points of a task, once the verdicts of its cases are final.
#pragma once

#include "grading/builds.h"
#include "grading/grade_cases.h"
#include "grading/grade_setting.h"
#include "model/result.h"

namespace warpgrade {

/// For correctness, a clean check, efficiency and speed; what is open stays pending.
void settle(const GradeSetting& setting, const Builds& builds, const Task& task, const Ran& ran,
            TaskResult& result);

}  // namespace warpgrade

// The points of a task, once the verdicts of its cases are final.
#pragma once

#include "judge/builds.h"
#include "judge/grade_cases.h"
#include "judge/grade_setting.h"
#include "judge/result.h"

namespace warpgrade {

/// For correctness, a clean check, efficiency and speed; what is open stays pending.
void settle(const GradeSetting& setting, const Builds& builds, const Task& task, const Ran& ran,
            TaskResult& result);

}  // namespace warpgrade

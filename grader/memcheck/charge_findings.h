// What the errors that the check found cost beside the points for a clean check.
#pragma once

#include "findings/on_finding.h"
#include "model/result.h"
#include "score/task_points.h"

namespace warpgrade {

/// Called last, when all points of the task are given. `results`: those for results among them.
/// The rule is the same on every backend: the check runs on the CPU wherever a grade is made.
void charge_findings(OnFinding rule, const TaskPoints& results, TaskResult& task);

}  // namespace warpgrade

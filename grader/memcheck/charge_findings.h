// The cost of the check's errors, besides the points for a clean check.
#pragma once

#include "findings/on_finding.h"
#include "model/result.h"
#include "score/task_points.h"

namespace warpgrade {

/// Called last, when all points of the task are assigned. `results`: its points for results. The
/// rule is the same on every backend, because the check always runs on the CPU.
void charge_findings(OnFinding rule, const TaskPoints& results, TaskResult& task);

}  // namespace warpgrade

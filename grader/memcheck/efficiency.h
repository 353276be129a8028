// The points that a lab gives for numbers that the check counts (findings/efficiency_metric.h).
#pragma once

#include <vector>

#include "lab/manifest.h"
#include "model/result.h"

namespace warpgrade {

/// What a task can earn so, not decided yet.
std::vector<EfficiencyResult> undecided_efficiency(const Task& task);

/// Decides them by the task's metrics: for a task whose values are all right.
void resolve_efficiency(TaskResult& result);

}  // namespace warpgrade

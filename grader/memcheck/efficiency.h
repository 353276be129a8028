// Points that a lab gives for metrics counted by the check (findings/efficiency_metric.h).
#pragma once

#include <vector>

#include "lab/manifest.h"
#include "model/result.h"

namespace warpgrade {

/// The points that a task can earn, still undecided.
std::vector<EfficiencyResult> undecided_efficiency(const Task& task);

/// Decides them by the task's metrics, for a task whose values are all right.
void resolve_efficiency(TaskResult& result);

}  // namespace warpgrade

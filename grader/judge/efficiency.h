// Numbers that the check counts, and the points that a lab gives for them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/result.h"
#include "lab/costs.h"
#include "lab/manifest.h"

namespace warpgrade {

/// One of efficiency_metrics for the kernel of that name (template arguments do not matter), or for
/// all of them together. Nothing where there is nothing to count: no such kernel, or no access of
/// that kind.
std::optional<double> metric_value(std::string_view metric, const std::vector<KernelCosts>& kernels,
                                   const std::string& kernel);

/// What a task can earn so, not decided yet.
std::vector<EfficiencyResult> efficiency_of(const Task& task);

/// Decides them by the task's metrics: for a task whose values are all right.
void settle_efficiency(TaskResult& result);

}  // namespace warpgrade

// Metrics of kernels counted by the check, with the names that lab.json uses. To add one: a row in
// the table in efficiency_metric.cpp with its counts in Sums there, its name and meaning in
// labs/lab.schema.json, its name in docs/grade.schema.json, and a row in docs/findings.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/costs.h"

namespace warpgrade {

/// The names of all metrics.
std::vector<std::string_view> efficiency_metrics();

/// For the report: "the share of a warp's threads that work".
std::string_view metric_meaning(std::string_view metric);

/// The metric of the kernel with that name (without template arguments), or of all kernels together
/// for "". Nothing if it was not counted.
std::optional<double> metric_value(std::string_view metric, const std::vector<KernelCosts>& kernels,
                                   const std::string& kernel);

}  // namespace warpgrade

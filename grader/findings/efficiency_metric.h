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

/// Whether accesses that the problem does not need can improve it.
bool is_diluted_by_surplus(std::string_view metric);

/// Of the memory that a ratio is about: the bytes that would have been moved without waste, over
/// the fewest that the problem needs. Nothing for metrics that are no such ratio, or if unknown.
std::optional<double> useful_share(std::string_view metric, const std::vector<KernelCosts>& kernels,
                                   const std::string& kernel);

/// What points depend on: metric_value(), which accesses without need cannot improve.
/// - At most `useful_at_most` times the bytes that the problem needs count as useful, and all waste
///   counts: otherwise well-coalesced loads of no use dilute the waste.
/// - A named kernel must do the work. If the others move more than its useful bytes, the worse of
///   its value and that of all kernels counts: otherwise it need only have the name.
std::optional<double> graded_metric(std::string_view metric,
                                    const std::vector<KernelCosts>& kernels,
                                    const std::string& kernel,
                                    std::optional<double> useful_at_most);

}  // namespace warpgrade

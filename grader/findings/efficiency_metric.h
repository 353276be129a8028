// Numbers that the check counts of kernels, by the names that lab.json gives points for them. A new
// one is a row of the table in efficiency_metric.cpp, with the counts that it needs in Sums there,
// its name and meaning in labs/lab.schema.json, its name in docs/grade.schema.json, and a row in
// docs/findings.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/costs.h"

namespace warpgrade {

/// Their names.
std::vector<std::string_view> efficiency_metrics();

/// For the report: "the share of a warp's threads that work".
std::string_view meaning_of_metric(std::string_view metric);

/// Of the kernel of that name (template arguments do not matter), or for "" of all of them
/// together. Nothing where it was not counted.
std::optional<double> metric_value(std::string_view metric, const std::vector<KernelCosts>& kernels,
                                   const std::string& kernel);

}  // namespace warpgrade

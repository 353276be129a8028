// Expected values whose order is free, in the order that fits an answer best.
#pragma once

#include <vector>

#include "lab/problem.h"

namespace warpgrade {

/// `values` with those of each group (Expected::unordered) arranged so that as many as possible of
/// `found` are within their bound. What fits nothing stands where nothing fits.
std::vector<double> arranged(const std::vector<double>& values, const Expected& expected,
                             const std::vector<double>& found);

/// The same output with its values and their bounds arranged.
Expected arranged(const Expected& expected, const std::vector<double>& found);

}  // namespace warpgrade

// Arranges expected values whose order is free to match an answer.
#pragma once

#include <vector>

#include "lab/problem.h"

namespace warpgrade {

/// `values` with each group (Expected::unordered) arranged so that as many elements of `found` as
/// possible are within their bound. Values without a match take the places without a match.
std::vector<double> arranged(const std::vector<double>& values, const Expected& expected,
                             const std::vector<double>& found);

/// The same output with its values and bounds arranged.
Expected arranged(const Expected& expected, const std::vector<double>& found);

}  // namespace warpgrade

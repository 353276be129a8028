// Ticks that can be read, and their labels.
#pragma once

#include <string>
#include <vector>

#include "plot/figure.h"

namespace warpgrade {

/// "4.2 k", "17 M", "12 µ": three digits at most, with the prefix of the SI, for a unit to follow.
std::string with_prefix(double value);

/// A count: "4096", "2^{20}" (as gnuplot and people write it), "50 M".
std::string count_label(double value);

/// For a logarithmic axis over all `values` (> 0): powers of ten, with 2 and 5 between them where
/// there is room. `label` of values with a unit: "" gives numbers, "s" 10 ms, "B" 10 kB.
std::vector<Tick> log_ticks(const std::vector<double>& values, const std::string& unit);

/// A tick at each different value, or none at all where labels would touch.
std::vector<Tick> ticks_at(std::vector<double> values, bool log);

}  // namespace warpgrade

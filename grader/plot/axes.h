// Chooses readable ticks and their labels.
#pragma once

#include <string>
#include <vector>

#include "plot/figure.h"

namespace warpgrade {

/// "4.2 k", "17 M", "12 µ": at most three digits, with an SI prefix, to be followed by a unit.
std::string with_prefix(double value);

/// A count: "4096", "2^{20}" (as gnuplot writes it), "50M".
std::string count_label(double value);

/// For a logarithmic axis over all `values` (> 0): powers of ten, with 2 and 5 in between if there
/// is room. `label`: unit of the values: "" gives numbers, "s" 10 ms, "B" 10 kB.
std::vector<Tick> log_ticks(const std::vector<double>& values, const std::string& unit);

/// A tick for each distinct value; labels only if they do not overlap, and always the last one.
std::vector<Tick> ticks_at(const std::vector<double>& values, bool log);

/// The same for ticks with given labels.
std::vector<Tick> without_overlaps(std::vector<Tick> ticks, bool log);

}  // namespace warpgrade

// Ticks that can be read, and their labels.
#pragma once

#include <string>
#include <vector>

#include "plot/figure.h"

namespace warpgrade {

/// "4.2 k", "17 M", "12 µ": three digits at most, with the prefix of the SI, for a unit to follow.
std::string with_prefix(double value);

/// A count: "4096", "2^{20}" (as gnuplot writes it), "50M".
std::string count_label(double value);

/// For a logarithmic axis over all `values` (> 0): powers of ten, with 2 and 5 between them where
/// there is room. `label` of values with a unit: "" gives numbers, "s" 10 ms, "B" 10 kB.
std::vector<Tick> log_ticks(const std::vector<double>& values, const std::string& unit);

/// A tick at each different value; labels only where they do not touch, the last one always.
std::vector<Tick> ticks_at(const std::vector<double>& values, bool log);

/// The same for ticks that have labels already.
std::vector<Tick> with_room(std::vector<Tick> ticks, bool log);

}  // namespace warpgrade

// Draws a figure on a terminal, with one bar per point.
#pragma once

#include <string>

#include "plot/figure.h"
#include "report/style.h"

namespace warpgrade {

/// Bars of a figure: each series' last point or, for a comparison of values, all points. In Unicode
/// with eighths of a column, or in ASCII.
std::string render_bars(const Figure& figure, const Style& style);

}  // namespace warpgrade

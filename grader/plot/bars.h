// A figure on a terminal: a bar for each point.
#pragma once

#include <string>

#include "plot/figure.h"
#include "report/style.h"

namespace warpgrade {

/// Bars of a figure: of each series its last point, or of a comparison of values each of them.
/// In Unicode with eighths of a column, else in ASCII.
std::string render_bars(const Figure& figure, const Style& style);

}  // namespace warpgrade

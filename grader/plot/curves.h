// Helpers for figures with several curves.
#pragma once

#include <vector>

#include "plot/quantity.h"

namespace warpgrade {

/// Sorts points from left to right, and series by their value at the right end, top first.
void order_as_they_end(std::vector<Series>& series);

/// The coordinate `which` of all points.
std::vector<double> all_values(const std::vector<Series>& series, double Point::*which);

void set_y_axis(Figure& figure, const PlottedQuantity& quantity, bool log);

}  // namespace warpgrade

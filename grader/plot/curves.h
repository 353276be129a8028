// What figures of several curves have in common.
#pragma once

#include <vector>

#include "plot/quantity.h"

namespace warpgrade {

/// Points from left to right, and series in the order in which they end at the right, top first.
void order_as_they_end(std::vector<Series>& series);

/// That coordinate of all points.
std::vector<double> all_of(const std::vector<Series>& series, double Point::*which);

void set_y_axis(Figure& figure, const PlottedQuantity& quantity, bool log);

}  // namespace warpgrade

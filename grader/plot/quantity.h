// A number that a figure shows of a result.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "plot/figure.h"
#include "report/variant_numbers.h"

namespace warpgrade {

/// What the figure's y axis says, with its unit. `unit` of ticks: "s", or "".
struct PlottedQuantity {
  std::string label;
  std::string unit;
  bool of_time = false;  // smaller is better
  /// The value for `seconds` of a call; nothing where the result has none.
  std::function<std::optional<double>(const VariantResult& result, double seconds)> value;
};

/// `report` must outlive it.
PlottedQuantity quantity_of(const VariantsReport& report, const FigurePlan& plan);

/// Value and spread: the median of the calls, and their quartiles.
std::optional<Point> point_of(const PlottedQuantity& quantity, const VariantResult& result,
                              double x);

}  // namespace warpgrade

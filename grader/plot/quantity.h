// The quantity on a figure's y axis.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "plot/figure.h"
#include "report/variant_numbers.h"

namespace warpgrade {

/// The axis title with its unit. `unit` of the ticks: "s", or "".
struct PlottedQuantity {
  std::string label;
  std::string unit;
  bool of_time = false;  // smaller is better
  /// The value for `seconds` per call; nothing if the result has none.
  std::function<std::optional<double>(const VariantResult& result, double seconds)> value;
};

/// `report` must outlive it.
PlottedQuantity make_quantity(const VariantsReport& report, const FigurePlan& plan);

/// Value and spread: the median and the quartiles of the calls.
std::optional<Point> make_point(const PlottedQuantity& quantity, const VariantResult& result,
                                double x);

/// The quartiles of the samples, by linear interpolation; a single sample twice.
std::pair<double, double> quartiles(std::vector<double> samples);

}  // namespace warpgrade

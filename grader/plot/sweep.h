// A figure over the values of one or two arguments, for the same problem.
#pragma once

#include <optional>
#include <string>

#include "plot/make_figures.h"

namespace warpgrade {

/// Over the values that the plan sweeps, at the size with the most results. Nothing if there is
/// nothing to compare; then `why_not` has the reason.
std::optional<Figure> of_sweep(const VariantsReport& report, const FigurePlan& plan,
                               const DrawnResults& drawn, std::string& why_not);

}  // namespace warpgrade

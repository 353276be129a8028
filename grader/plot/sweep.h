// A figure of what an argument's value, or those of two, make of the same problem.
#pragma once

#include <optional>
#include <string>

#include "plot/figures.h"

namespace warpgrade {

/// Over the values that the plan sweeps, at the size at which most were compared. Nothing where
/// there is nothing to compare; then `why_not` says it.
std::optional<Figure> of_sweep(const VariantsReport& report, const FigurePlan& plan,
                               const Drawn& drawn, std::string& why_not);

}  // namespace warpgrade

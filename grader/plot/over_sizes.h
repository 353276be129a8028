// A figure of what happens as the problem grows.
#pragma once

#include <optional>
#include <string>

#include "plot/figures.h"

namespace warpgrade {

/// A curve for each variant; bars where all results are of one size. Nothing where there is no
/// right result for it; then `why_not` says it.
std::optional<Figure> over_sizes(const VariantsReport& report, const FigurePlan& plan,
                                 const Drawn& drawn, std::string& why_not);

}  // namespace warpgrade

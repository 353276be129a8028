// A figure over growing problem sizes.
#pragma once

#include <optional>
#include <string>

#include "plot/make_figures.h"

namespace warpgrade {

/// A curve per variant; bars if all results have the same size. Nothing if there is no correct
/// result; then `why_not` has the reason.
std::optional<Figure> over_sizes(const VariantsReport& report, const FigurePlan& plan,
                                 const DrawnResults& drawn, std::string& why_not);

}  // namespace warpgrade

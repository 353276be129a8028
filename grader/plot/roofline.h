// The device's limits, and how close each variant comes.
#pragma once

#include <optional>
#include <string>

#include "plot/make_figures.h"

namespace warpgrade {

/// One point per variant, at its largest size; work as counted by the reference or by bench.json.
/// Nothing if the ceilings were not measured; then `why_not` has the reason.
std::optional<Figure> make_roofline(const VariantsReport& report, const DrawnResults& drawn,
                                    std::string& why_not);

}  // namespace warpgrade

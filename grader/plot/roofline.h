// What the device could do at most, and how near each variant comes to it.
#pragma once

#include <optional>
#include <string>

#include "plot/figures.h"

namespace warpgrade {

/// One point for each variant, at its largest size: work by the reference's count, or as bench.json
/// counts it. Nothing where the ceilings were not measured; then `why_not` says it.
std::optional<Figure> roofline_of(const VariantsReport& report, const Drawn& drawn,
                                  std::string& why_not);

}  // namespace warpgrade

// What the device could do at most, and how near each version comes to it.
#pragma once

#include <optional>
#include <string>

#include "plot/figures.h"

namespace warpgrade {

/// One point for each version, at its largest size: work by the oracle's count, or as bench.json
/// counts it. Nothing where the ceilings were not measured; then `why_not` says it.
std::optional<Figure> roofline_of(const LadderReport& report, const Drawn& drawn,
                                  std::string& why_not);

}  // namespace warpgrade

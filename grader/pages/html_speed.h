// Figures of a speed measurement: the points for the ratio, and the times behind it.
#pragma once

#include <string>

#include "model/result.h"

namespace warpgrade::html {

/// Two figures; empty if nothing was measured. Each has a text alternative.
std::string speed_figures(const PerformanceResult& speed);

}  // namespace warpgrade::html

// A measurement of speed as a picture: what the ratio earns, and the times that it comes from.
#pragma once

#include <string>

#include "model/result.h"

namespace warpgrade::html {

/// Two figures, or "" where nothing was measured. Each says in words, for whoever cannot see it,
/// what it shows.
std::string speed_figures(const PerformanceResult& speed);

}  // namespace warpgrade::html

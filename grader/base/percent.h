// Formats shares as percentages.
#pragma once

#include <fmt/format.h>

#include <string>

namespace warpgrade {

/// 0.434 becomes "43 %".
inline std::string percent(double share, int decimals = 0) {
  return fmt::format("{:.{}f} %", 100 * share, decimals);
}

}  // namespace warpgrade

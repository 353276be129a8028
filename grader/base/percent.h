// Shares as people read them.
#pragma once

#include <fmt/format.h>

#include <string>

namespace warpgrade {

/// Of 0.434: "43 %".
inline std::string percent(double share, int decimals = 0) {
  return fmt::format("{:.{}f} %", 100 * share, decimals);
}

}  // namespace warpgrade

// Formats numbers with units.
#pragma once

#include <fmt/format.h>

#include <string>

#include "base/percent.h"

namespace warpgrade::doctor::units {

inline std::string gigabytes_per_second(double rate) {
  return fmt::format("{:.1f} GB/s", rate / 1e9);
}

inline std::string gib(double bytes) {
  return bytes < (1 << 30) ? fmt::format("{:.0f} MiB", bytes / (1 << 20))
                           : fmt::format("{:.1f} GiB", bytes / (1 << 30));
}

inline std::string kib(double bytes) { return fmt::format("{:.0f} KiB", bytes / 1024); }

/// Operations per second.
inline std::string flops(double rate) {
  return rate >= 1e12 ? fmt::format("{:.1f} TFLOP/s", rate / 1e12)
                      : fmt::format("{:.1f} GFLOP/s", rate / 1e9);
}

/// Small shares have tenths of a percent.
inline std::string share(double value) { return percent(value, value < 0.0995 ? 1 : 0); }

/// 90: "9.0".
inline std::string capability(int value) { return fmt::format("{}.{}", value / 10, value % 10); }

}  // namespace warpgrade::doctor::units

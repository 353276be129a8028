// The floating-point type that a lab is graded in.
#pragma once

#include <cstddef>
#include <string_view>

namespace warpgrade {

enum class Real { f32, f64 };

constexpr std::string_view name(Real real) { return real == Real::f32 ? "float" : "double"; }

/// Bytes of one value.
constexpr std::size_t bytes_per_value(Real real) { return real == Real::f32 ? 4 : 8; }

/// u, half the distance from 1 to the next larger value (Higham, Accuracy and Stability,
/// table 2.1).
constexpr double unit_roundoff(Real real) { return real == Real::f32 ? 0x1p-24 : 0x1p-53; }

/// The nearest value representable in `real`.
inline double round_to(Real real, double value) {
  return real == Real::f32 ? static_cast<double>(static_cast<float>(value)) : value;
}

}  // namespace warpgrade

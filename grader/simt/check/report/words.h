// Formats numbers and threads for sentences.
#pragma once

#include <cstdint>
#include <string>

#include "vector_types.h"

namespace simt::check {

inline std::string plural(std::size_t n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

inline std::string triple(const uint3& i) {
  return "(" + std::to_string(i.x) + "," + std::to_string(i.y) + "," + std::to_string(i.z) + ")";
}

/// The 3D index of an element of a box from its linear number.
template <class Box>
uint3 index_in(const Box& box, std::uint64_t linear) {
  return {static_cast<unsigned>(linear % box.x), static_cast<unsigned>(linear / box.x % box.y),
          static_cast<unsigned>(linear / box.x / box.y)};
}

}  // namespace simt::check

// cuda::aligned_size_t: a size in bytes, with the alignment that both sides of a copy have.
#pragma once

#include <stddef.h>

namespace cuda {

template <size_t Alignment>
struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  explicit constexpr aligned_size_t(size_t size) : value(size) {}
  constexpr operator size_t() const { return value; }
};

}  // namespace cuda

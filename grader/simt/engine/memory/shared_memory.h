// Arenas for shared memory, one for each block that is being run. Layout: serial numbers of the
// blocks that last touched each site; the __shared__ variables; the dynamic part, which ends about
// where an unmapped page begins.
#pragma once

#include <cstddef>

namespace simt::detail {

constexpr std::size_t most_sites = 16384;
constexpr std::size_t static_start = most_sites * sizeof(unsigned);
constexpr std::size_t dynamic_end = 16u << 20;
constexpr std::size_t most_dynamic = 256u << 10;
constexpr std::size_t arena_spacing = dynamic_end + (64u << 10);

/// Where the dynamic part of that size begins. Its end is, to 128 bytes, that of the arena, where
/// an overrun faults; it begins at a multiple of what copies of tensors ask for, swizzled ones with
/// their 1024 bytes if there are as many.
constexpr std::size_t dynamic_offset(std::size_t size) {
  const std::size_t unit = size < 1024 ? 128 : 1024;
  return dynamic_end - (size + unit - 1) / unit * unit;
}

char* make_arena();
void poison_dynamic_shared(char* arena, std::size_t size);

}  // namespace simt::detail

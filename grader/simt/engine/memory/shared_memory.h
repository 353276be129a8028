// Arenas for shared memory, one per running block. Layout: for each site, the serial number of the
// block that last used it; the __shared__ variables; the dynamic part, which ends close to an
// unmapped page.
#pragma once

#include <cstddef>

namespace simt::detail {

constexpr std::size_t most_sites = 16384;
constexpr std::size_t static_start = most_sites * sizeof(unsigned);
constexpr std::size_t dynamic_end = 16u << 20;
constexpr std::size_t most_dynamic = 256u << 10;
constexpr std::size_t arena_spacing = dynamic_end + (64u << 10);

/// The offset of the dynamic part of that size. Its end is within 128 bytes of the arena's, where
/// an overrun faults. Its start has the alignment that tensor copies need: 1024 bytes for swizzled
/// ones, if it is that large.
constexpr std::size_t dynamic_offset(std::size_t size) {
  const std::size_t unit = size < 1024 ? 128 : 1024;
  return dynamic_end - (size + unit - 1) / unit * unit;
}

char* make_arena();
void poison_dynamic_shared(char* arena, std::size_t size);

}  // namespace simt::detail

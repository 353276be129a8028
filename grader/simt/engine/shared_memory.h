// Arenas for shared memory, one for each block that is being run. Layout: serial numbers of the
// blocks that last touched each site; the __shared__ variables; the dynamic part, which ends where
// an unmapped page begins.
#pragma once

#include <cstddef>

namespace simt::detail {

constexpr std::size_t most_sites = 16384;
constexpr std::size_t static_start = most_sites * sizeof(unsigned);
constexpr std::size_t dynamic_end = 16u << 20;
constexpr std::size_t most_dynamic = 256u << 10;
constexpr std::size_t arena_spacing = dynamic_end + (64u << 10);

char* make_arena();
void poison_dynamic_shared(char* arena, std::size_t size);

}  // namespace simt::detail

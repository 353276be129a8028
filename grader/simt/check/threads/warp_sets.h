// Sets of a block's warps, encoded in keys, for blocks with barriers of some of their threads:
// whether all readers of a word have arrived at one depends on their warps.
#pragma once

#include <cstdint>

#include "check/shadow.h"

namespace simt::check {

/// The code of a set of two or more warps, given as a bit mask. `several_warps` if no code is left.
Key code_of_warps(std::uint32_t warps);
/// The warps of a code that stands for threads of one block. All of them if unknown.
std::uint32_t warp_set(Key accessor);

}  // namespace simt::check

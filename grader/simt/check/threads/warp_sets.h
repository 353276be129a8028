// Sets of a block's warps as codes of keys, for blocks with barriers of a part of their threads:
// whether a word's readers have all come to one depends on which they are.
#pragma once

#include <cstdint>

#include "check/shadow.h"

namespace simt::check {

/// The code of a set of two or more warps: a bit each. `several_warps` where no code is left.
Key code_of_warps(std::uint32_t warps);
/// Of a code that stands for threads of one block. All of them where it is not known which.
std::uint32_t warp_set(Key accessor);

}  // namespace simt::check

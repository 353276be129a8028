// An access of a kernel, word by word: each has a cell, or one for each of its bytes.
#pragma once

#include "check/state.h"

namespace simt::check {

/// `cells`: the address that the memory's cells go by.
void touch_memory(const Touch& t, std::uintptr_t cells, bool shared);

}  // namespace simt::check

// Checks an access of a kernel word by word: each word has a cell, or one per byte.
#pragma once

#include "check/state.h"

namespace simt::check {

/// `cells`: the address that indexes the memory's cells.
void touch_memory(const Touch& t, std::uintptr_t cells, bool shared);

}  // namespace simt::check

// One key for several threads: a word's cell has room for one, and many may have read the word, or
// updated it atomically.
#pragma once

#include "check/state.h"

namespace simt::check {

/// Who has read, or atomically updated, a word once the running thread has as well. `old`: who had
/// before; `current_key`: the running thread's key.
Key joined(Key old, Key current_key);

}  // namespace simt::check

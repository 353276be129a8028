// Keys for several threads: a word's cell has room for one key, but many threads may have read the
// word or updated it atomically.
#pragma once

#include "check/state.h"

namespace simt::check {

/// The key after the running thread's access is added. `old`: key of the earlier readers or atomic
/// updates; `current_key`: the running thread's key.
Key joined(Key old, Key current_key);

}  // namespace simt::check

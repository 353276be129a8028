// Stores of equal values by threads of different blocks. Their order does not matter, and they are
// common as flags ("not sorted yet"), where every store has the same value, whatever the element.
// If one statement's values differ between elements, several blocks compute the same elements,
// which deserves advice. So do equal stores by kernels of two streams, which are never intended;
// and, if SIMT_EQUAL_STORES is set in the environment, any by different warps.
#pragma once

#include "check/races/pending_stores.h"

namespace simt::check {

/// The store did not change the memory.
void note_equal_store(const PendingStore& store);
/// Called when a grid begins.
void forget_equal_stores();

}  // namespace simt::check

// Stores of equal values by threads of different blocks. Which one comes last makes no difference,
// and as a flag ("not sorted yet") it is common: every store is of the same value, whatever the
// element. Where the values of one statement differ from element to element, blocks compute the
// same elements once more, and that is worth a word. So are equal stores by kernels of two streams,
// which nobody means; and any at all of different warps, if SIMT_EQUAL_STORES is in the
// environment.
#pragma once

#include "check/races/pending_stores.h"

namespace simt::check {

/// The store has left the memory as it was.
void note_equal_store(const PendingStore& store);
/// A grid begins.
void forget_equal_stores();

}  // namespace simt::check

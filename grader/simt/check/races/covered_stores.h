// Plain stores that an atomic update of the same block has covered. A word's cell keeps its latest
// writer only, and atomics do not race with atomics: without this, `x = 0` by one block would be
// forgotten as soon as that block goes on with atomicAdd(&x, …), and no other block's atomicAdd
// would race with it.
#pragma once

#include <cstdint>

#include "check/shadow.h"

namespace simt::check {

struct CoveredStore {
  Key by = 0;  // 0: there is none
  std::uint32_t pc = 0;
};

/// The running block updates the word atomically, which it has stored to before. `word`: its
/// origin.
void cover_store(const Origin* word, const CoveredStore& store);
CoveredStore covered_store(const Origin* word);
/// A grid ends, or intervals get new numbers.
void forget_covered_stores();

}  // namespace simt::check

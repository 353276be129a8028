// Plain stores followed by an atomic update of the same block. A word's cell keeps only its latest
// writer, and atomics do not race with atomics. Without this record, `x = 0` by one block would be
// forgotten once that block continues with atomicAdd(&x, …), and no other block's atomicAdd would
// race with it.
#pragma once

#include <cstdint>

#include "check/shadow.h"

namespace simt::check {

struct CoveredStore {
  Key by = 0;  // 0: none
  std::uint32_t pc = 0;
};

/// The running block atomically updates a word that it has stored to before. `word`: its origin.
void cover_store(const Origin* word, const CoveredStore& store);
CoveredStore covered_store(const Origin* word);
/// Called when a grid ends or the interval numbers restart.
void forget_covered_stores();

}  // namespace simt::check

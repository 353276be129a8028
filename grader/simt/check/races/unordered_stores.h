// The other access of a racing store, kept while the same thread stores there again. A word's cell
// keeps only its latest writer. Without this, `x = 0; x = x + a;` by all threads would only show
// the race of the first statement, because the same thread's second store hides it.
#pragma once

#include <cstdint>

#include "check/shadow.h"

namespace simt::check {

struct UnorderedStore {
  Key storer = 0;  // of the thread that stored; 0: none
  Key other = 0;   // the store that it is unordered with
  std::uint32_t other_pc = 0;
};

/// `word`: its origin. Kept for the first few thousand words of a grid.
void note_unordered_store(const Origin* word, const UnorderedStore& rival);
UnorderedStore find_unordered_store(const Origin* word);
/// Called when a grid begins or the interval numbers restart.
void forget_unordered_stores();

}  // namespace simt::check

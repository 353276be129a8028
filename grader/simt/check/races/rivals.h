// The other party of a store that raced, kept while the thread stores there again. A word's cell
// keeps its latest writer only: without this, `x = 0; x = x + a;` by all threads would show the
// race of the first statement alone, which the second one's store by the same thread covers.
#pragma once

#include <cstdint>

#include "check/shadow.h"

namespace simt::check {

struct Rival {
  Key storer = 0;  // of whoever stored in spite of it; 0: there is none
  Key other = 0;   // the store that nothing orders before
  std::uint32_t other_pc = 0;
};

/// `word`: its origin. Of the first few thousand words of a grid.
void note_rival(const Origin* word, const Rival& rival);
Rival find_rival(const Origin* word);
/// A grid begins, or intervals get new numbers.
void forget_rivals();

}  // namespace simt::check

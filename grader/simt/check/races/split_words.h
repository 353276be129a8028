// Words whose bytes were accessed by different threads. The word's cell is `split_cell`, and each
// byte has a cell of its own here. Addresses are those that index the cells.
#pragma once

#include <array>
#include <mutex>

#include "check/shadow.h"

namespace simt::check {

using Bytes = std::array<Cell, 4>;

/// Held while the bytes of a word are read and changed.
std::mutex& split_lock();
/// Splits the word and returns its bytes.
Bytes& split(std::uintptr_t word);
/// Gives the word a single cell again.
void unite(std::uintptr_t word, Cell cell);

/// The byte's cell, or the word's if it is not split.
Cell byte_cell(std::uintptr_t address);
/// A copy or memset has stored bytes [first, last) of the word.
void set_bytes(std::uintptr_t word, unsigned first, unsigned last, Cell cell);

}  // namespace simt::check

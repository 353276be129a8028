// Words whose bytes differ in who used them: each byte has a cell of its own, here, while the
// word's cell says `split_cell`. By the addresses that cells go by.
#pragma once

#include <array>
#include <mutex>

#include "check/shadow.h"

namespace simt::check {

using Bytes = std::array<Cell, 4>;

/// Held while the bytes of a word are looked at and changed.
std::mutex& split_lock();
/// The bytes of a word that is split from now on.
Bytes& split(std::uintptr_t word);
/// One cell for all of them again.
void unite(std::uintptr_t word, Cell cell);

/// Its word's, unless that is split.
Cell byte_cell(std::uintptr_t address);
/// A copy or memset has these bytes of the word: all of them, or from `first` up to `last`.
void set_bytes(std::uintptr_t word, unsigned first, unsigned last, Cell cell);

}  // namespace simt::check

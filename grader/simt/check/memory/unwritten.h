// Kernels that read what nobody has written. If another thread writes it before the next barrier
// (global memory: before the kernel ends), the mistake is a race, and told as one; so what is read
// too early waits until no write can excuse it any more.
#pragma once

#include "check/state.h"

namespace simt::check {

/// The access uses the word at once, in part or as the old value of an atomic.
void report_uninitialized(const Touch& t, std::uintptr_t word);
/// It reads the word.
void note_early_read(const Touch& t, std::uintptr_t word, bool shared);

/// No write can excuse them any more.
void report_early_reads(BlockState& b);
void report_grid_early_reads();

/// The host has libraries that are not watched: what is not poison any more they have written.
bool written_unseen(const Touch& t);
/// Structures are copied with the padding between their members, which nobody writes: whether the
/// access has any word that is written. `cells`: the address that the memory's cells go by.
bool partly_written(const Touch& t, std::uintptr_t cells, bool shared);

}  // namespace simt::check

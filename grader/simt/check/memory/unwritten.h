// Kernels that read unwritten memory. If another thread writes it before the next barrier (global
// memory: before the kernel ends), the mistake is a race and reported as one. So an early read
// waits until no later write can change that.
#pragma once

#include "check/state.h"

namespace simt::check {

/// The access uses the unwritten word at once: partly, or as the old value of an atomic.
void report_uninitialized(const Touch& t, std::uintptr_t word);
/// The access reads the unwritten word.
void note_early_read(const Touch& t, std::uintptr_t word, bool shared);

/// Reports early reads that no later write can turn into races.
void report_early_reads(BlockState& b);
void report_grid_early_reads();

/// Whether an uninstrumented host library has written the memory: it no longer holds poison.
bool written_unseen(const Touch& t);
/// Whether any word of the access is written. Structures are copied with their padding, which
/// nobody writes. `cells`: the address that indexes the cells.
bool partly_written(const Touch& t, std::uintptr_t cells, bool shared);

}  // namespace simt::check

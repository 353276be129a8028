// The threads that run grids: the calling thread is worker 0, helpers join it.
#pragma once

#include "engine/grid.h"

namespace simt::detail {

// Spin-wait hint.
inline void relax() {
#ifdef __x86_64__
  __builtin_ia32_pause();
#else
  asm volatile("isb");  // `yield` takes no time on most cores
#endif
}

// Runs the grid to its end, or until it fails. The caller holds the runtime's lock.
void run_grid(Grid& g);

// Worker 0, now and then: brings in the helpers once a grid has proved not to be tiny.
void call_helpers_if_long();

unsigned worker_count();

// Whether no worker has anything to do but to wait for the others.
bool all_workers_only_wait(std::uint64_t now);

}  // namespace simt::detail

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

// Runs the grid until it ends or fails. The caller holds the runtime's lock.
void run_grid(Grid& g);

// Called by worker 0 now and then: wakes the helpers once a grid has proved not to be tiny.
void call_helpers_if_long();

unsigned worker_count();

// Whether every worker has nothing to do but wait for others.
bool all_workers_only_wait(std::uint64_t now);

}  // namespace simt::detail

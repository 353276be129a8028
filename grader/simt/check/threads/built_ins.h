// threadIdx, blockIdx, blockDim and gridDim. They are constants, whose stores g++ calls no hook
// for, if it knows the variable. So they are compared with what they must be whenever a thread ends
// or lets others run: until then nobody else can see such a store.
#pragma once

#include "check/report/findings.h"
#include "engine/grid.h"
#include "engine/worker.h"

namespace simt::check {

/// Ends the kernel.
[[noreturn]] void report_built_in(const At& where, const char* does);
/// The same for a store that no hook has announced.
[[noreturn]] void report_changed_built_in();

inline void verify_built_ins() {
  const auto same = [](const auto& a, const auto& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
  };
  const detail::Grid& grid = *detail::self.worker->grid;
  const unsigned thread = threadIdx.x + grid.block.x * (threadIdx.y + grid.block.y * threadIdx.z);
  if (__builtin_expect(!same(blockDim, grid.block) || !same(gridDim, grid.grid) ||
                           !same(blockIdx, detail::self.block->index) ||
                           thread != detail::self.thread || threadIdx.x >= grid.block.x ||
                           threadIdx.y >= grid.block.y,
                       0))
    report_changed_built_in();
}

}  // namespace simt::check

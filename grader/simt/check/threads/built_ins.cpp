#include "check/threads/built_ins.h"

#include "check/races/operations.h"
#include "check/report/words.h"
#include "check/state.h"

namespace simt::check {

void report_built_in(const At& where, const char* does) {
  found(Level::error, where, "pointer.to-built-in",
        [&] { return Facts().add_running_thread().add("does", does); });
  stop_kernel(cudaErrorLaunchFailure);
}

void report_changed_built_in() {
  // Also for the words of the finding, and for what else is told of this kernel.
  const detail::Grid& grid = *self.worker->grid;
  threadIdx = index_in(grid.block, self.thread);
  blockIdx = self.block->index;
  blockDim = grid.block;
  gridDim = grid.grid;
  report_built_in(at(queued_by(current.id)), "writes");
}

}  // namespace simt::check

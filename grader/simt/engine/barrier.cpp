// __syncthreads and its variants. Threads of a block synchronize even if they call different
// barriers, as on the hardware, and exited threads are not waited for (Volta and later).
#include "simt/barriers.h"

#include "engine/block.h"
#include "engine/checker.h"

namespace simt::detail {

void Block::release_barrier() {
  if (checker) checker->barrier_released(*this);
  for (unsigned w = 0; w < warps; ++w) {
    if (!barrier[w]) continue;
    make_ready(w, barrier[w]);
    barrier[w] = 0;
  }
  at_barrier = 0;
  yields = 0;
  polls_left = polls_per_block;
  has_looped_often = false;
  ++self.changes;
  barrier_result = barrier_sum;
  barrier_sum = 0;
}

void wait_at_barrier(const char* file, int line) {
  Block& b = *self.block;
  if (self.plain_end) {
    begin_turns(b);
    if (self.order == below_at_barrier)
      return switch_threads(self.thread, self.thread + 1, file, line);
  }
  use_masks(b);
  const unsigned arrived = b.at_barrier + 1;
  if (arrived == b.live) {
    b.release_barrier();
    if (b.live == b.count) return resume_turns(b, file, line);
    return;
  }
  b.at_barrier = arrived;
  const unsigned t = self.thread;
  b.barrier[t / 32] |= 1u << (t % 32);
  return pause_thread(b, file, line);
}

}  // namespace simt::detail

using simt::detail::Block;
using simt::detail::self;

int __syncthreads_count(int predicate, const char* file, int line) {
  Block& b = *self.block;
  b.barrier_sum += predicate != 0;
  if (simt::detail::checker) simt::detail::checker->arrives_at_barrier(file, line);
  __syncthreads(file, line);
  return b.barrier_result;
}

int __syncthreads_or(int predicate, const char* file, int line) {
  return __syncthreads_count(predicate, file, line) != 0;
}

int __syncthreads_and(int predicate, const char* file, int line) {
  return __syncthreads_count(predicate == 0, file, line) == 0;
}

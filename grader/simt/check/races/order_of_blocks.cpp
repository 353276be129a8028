#include "check/races/order_of_blocks.h"

#include <sched.h>

#include <atomic>

#include "check/state.h"
#include "engine/worker.h"
#include "engine/worker_pool.h"

namespace simt::check {

namespace {

constexpr std::uint64_t none = ~std::uint64_t{0};

struct alignas(64) Slot {
  std::atomic<std::uint64_t> block{none};
};
// For each worker, the block that it runs, or an earlier one.
Slot slots[256];

std::atomic<bool> waited{false};

}  // namespace

bool has_waited_for_turn() { return waited.exchange(false); }

void worker_takes_block(unsigned worker, std::uint64_t block) {
  slots[worker].block.store(block, std::memory_order_release);
}

void worker_has_none(unsigned worker) {
  slots[worker].block.store(none, std::memory_order_release);
}

void wait_for_turn() {
  if (!waited.load(std::memory_order_relaxed)) waited = true;
  if (!current.parallel) return;
  const std::uint64_t own_index = current_thread.block->index;
  const unsigned workers = detail::worker_count();
  for (unsigned spins = 0;; ++spins) {
    bool first = true;
    for (unsigned w = 0; w < workers && first; ++w)
      first = slots[w].block.load(std::memory_order_acquire) >= own_index;
    if (first) return;
    if (self.worker->grid->aborted.load(std::memory_order_relaxed)) self.worker->give_up();
    if (spins < 1000)
      detail::relax();
    else
      sched_yield();
  }
}

}  // namespace simt::check

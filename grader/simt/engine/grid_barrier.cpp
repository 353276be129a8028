// Barriers of a cooperative grid and of a cluster.
// Theory of operation. Such a barrier is a barrier of each block, then one thread per block arrives
// and waits, then a barrier of each block again, as in CUDA's own implementation. The block's
// representative is its last live thread: the others are then already at the second barrier, in
// order, and cost nothing while it waits. Waiting blocks are set aside like spinning ones.
#include <string>

#include "engine/block.h"
#include "engine/checker.h"
#include "engine/fault.h"
#include "engine/memory/shared_memory.h"
#include "engine/worker.h"
#include "simt/barriers.h"
#include "simt/ptx/ptx.h"

namespace simt::detail {

namespace {

void wait_for_block(const char* file, int line) {
  if (checker) checker->arrives_at_barrier(file, line);
  __syncthreads(file, line);
}

// Valid right after a barrier of the block.
bool represents_block(const Block& b) {
  const unsigned t = self.thread;
  if (self.order != no_order) return t + 1 == b.count;
  for (unsigned w = b.warps; w-- > 0;)
    if (const std::uint32_t alive = ~b.exited[w])
      return w * 32 + 31 - static_cast<unsigned>(__builtin_clz(alive)) == t;
  return false;
}

// CUDA's barrier counts blocks by their thread 0: a block whose thread 0 has exited never arrives.
bool has_first_thread(const Block& b) { return self.order != no_order || !(b.exited[0] & 1); }

void fail_grid(Grid& g) {
  if (checker) checker->grid_barrier_not_reached(g);
  const std::string text = "deadlock: " + std::to_string(g.barrier.arrived) +
                           " blocks wait at the barrier of the grid, and " +
                           std::to_string(g.barrier.ended) + " have ended without coming to it";
  report_kernel_failure(g, cudaErrorLaunchTimeout, "deadlock", text.c_str());
}

void require_cooperative(const Grid& g, const char* file, int line) {
  if (g.cooperative) return;
  if (checker) checker->misused("barrier.not-cooperative", file, line);
  abort_kernel(cudaErrorLaunchFailure,
               "a barrier of the whole grid in a kernel that was not launched by "
               "cudaLaunchCooperativeKernel");
}

std::uint64_t come_to_grid(Grid& g, const char* file, int line) {
  const std::lock_guard guard(g.barrier.lock);
  const std::uint64_t phase = g.barrier.phase.load(std::memory_order_relaxed);
  g.barrier.file = file;
  g.barrier.line = line;
  if (++g.barrier.arrived == g.blocks) {
    if (checker) checker->grid_barrier_released(g);
    g.barrier.arrived = 0;
    g.barrier.phase.store(phase + 1, std::memory_order_release);
    ++self.changes;
  } else if (g.barrier.arrived + g.barrier.ended == g.blocks) {
    fail_grid(g);
  }
  return phase;
}

void wait_while(const Grid& g, std::uint64_t phase) {
  while (g.barrier.phase.load(std::memory_order_acquire) == phase) yield_thread();
}

unsigned living(const Cluster& c) {
  unsigned threads = 0;
  for (unsigned r = 0; r < c.size; ++r) {
    const Block& b = *c.block[r];
    if (b.state == Block::State::running) threads += b.live;
    if (b.state == Block::State::not_begun) threads += self.worker->grid->threads;
  }
  return threads;
}

void release_if_complete(Cluster& c) {
  if (c.arrived == 0 || c.arrived < living(c)) return;
  if (checker) checker->cluster_barrier_released(c);
  c.arrived = 0;
  ++c.phase;
  ++self.changes;
}

std::uint64_t come_to_cluster(Block& b, unsigned threads) {
  use_masks(b);
  Cluster& c = *b.cluster;
  const std::uint64_t phase = c.phase;
  c.arrived += threads;
  release_if_complete(c);
  return phase;
}

void wait_while(Block& b, std::uint64_t phase) {
  while (b.cluster->phase == phase) yield_thread();
  if (checker) checker->passes_cluster_barrier(b);
}

}  // namespace

void leave_grid_barrier(Grid& g) {
  const std::lock_guard guard(g.barrier.lock);
  ++g.barrier.ended;
  if (g.barrier.arrived != 0 && g.barrier.arrived + g.barrier.ended == g.blocks) fail_grid(g);
}

void leave_cluster_barrier(Block& b) { release_if_complete(*b.cluster); }

bool is_cooperative() { return self.worker->grid->cooperative; }

unsigned long long arrive_at_grid(const char* file, int line) {
  Grid& g = *self.worker->grid;
  require_cooperative(g, file, line);
  wait_for_block(file, line);
  Block& b = *self.block;
  const std::uint64_t phase = g.barrier.phase.load(std::memory_order_relaxed);
  return represents_block(b) && has_first_thread(b) ? come_to_grid(g, file, line) : phase;
}

void wait_for_grid(unsigned long long token, const char* file, int line) {
  if (represents_block(*self.block) && has_first_thread(*self.block))
    wait_while(*self.worker->grid, token);
  wait_for_block(file, line);
}

void wait_for_grid(const char* file, int line) {
  wait_for_grid(arrive_at_grid(file, line), file, line);
}

ClusterShape cluster_shape() {
  const Block& b = *self.block;
  const dim3& c = self.worker->grid->cluster;
  if (b.cluster == nullptr) return {{1, 1, 1}, {0, 0, 0}, 1, 0};
  return {
      c, {blockIdx.x % c.x, blockIdx.y % c.y, blockIdx.z % c.z}, b.cluster->size, b.cluster_rank};
}

unsigned long long arrive_at_cluster(const char*, int) {
  Block& b = *self.block;
  return b.cluster == nullptr ? 0 : come_to_cluster(b, 1);
}

void wait_for_cluster(unsigned long long token, const char* file, int line) {
  Block& b = *self.block;
  if (b.cluster == nullptr) return wait_for_block(file, line);
  use_masks(b);
  wait_while(b, token);
}

void wait_for_cluster(const char* file, int line) {
  Block& b = *self.block;
  wait_for_block(file, line);
  if (b.cluster == nullptr) return;
  if (represents_block(b)) {
    use_masks(b);
    wait_while(b, come_to_cluster(b, b.live));
  }
  wait_for_block(file, line);
}

}  // namespace simt::detail

// The instructions carry no phase: a thread waits for the phase at which it arrived.
void simt::ptx::arrive_at_cluster(const char* file, int line) {
  const unsigned t = detail::self.thread;
  detail::self.block->cluster_phase[t] =
      static_cast<std::uint8_t>(detail::arrive_at_cluster(file, line) & 1);
}

void simt::ptx::wait_for_cluster(const char* file, int line) {
  const detail::Block& b = *detail::self.block;
  const unsigned long long phase = b.cluster ? b.cluster->phase : 0;
  const bool passed = (phase & 1) != b.cluster_phase[detail::self.thread];
  detail::wait_for_cluster(phase - (passed ? 1 : 0), file, line);
}

namespace simt::detail {

void* at_rank(const void* shared, unsigned rank) {
  const Block& b = *self.block;
  const auto offset = static_cast<const char*>(shared) - self.arena;
  if (b.cluster == nullptr || rank >= b.cluster->size) return self.arena + offset;
  return b.cluster->block[rank]->arena + offset;
}

unsigned rank_of_shared(const void* shared) {
  const Block& b = *self.block;
  for (unsigned r = 0; b.cluster != nullptr && r < b.cluster->size; ++r) {
    const auto offset = static_cast<const char*>(shared) - b.cluster->block[r]->arena;
    if (offset >= 0 && static_cast<std::size_t>(offset) < arena_spacing) return r;
  }
  return b.cluster_rank;
}

}  // namespace simt::detail

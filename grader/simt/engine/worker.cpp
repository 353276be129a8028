#include "engine/worker.h"

#include <sched.h>

#include <algorithm>
#include <cstring>

#include "engine/checker.h"
#include "engine/fault.h"
#include "engine/memory/shared_memory.h"
#include "engine/progress.h"
#include "engine/worker_pool.h"
#include "simt/device_functions.h"

namespace simt::detail {

__thread Self self;

Worker::Worker(unsigned index) : index_(index) {}

bool Worker::next_index(std::uint64_t* index) {
  if (grid->aborted.load(std::memory_order_relaxed)) return false;
  if (chunk_next_ == chunk_end_) {
    if (grid->serial && index_ != 0) return false;
    // Called before the block's number is known: it will not be a lower one.
    if (checker) checker->worker_takes(index_, grid->next.load());
    // Release and acquire: a worker that takes a later block sees what the check has just noted.
    chunk_next_ = grid->next.fetch_add(grid->chunk, std::memory_order_acq_rel);
    if (chunk_next_ >= grid->blocks) {
      chunk_next_ = chunk_end_ = 0;
      return false;
    }
    chunk_end_ = std::min(chunk_next_ + grid->chunk, grid->blocks);
    if (index_ == 0 && !grid->serial) call_helpers_if_long();
  }
  *index = chunk_next_++;
  if (checker) checker->worker_takes(index_, *index);
  return true;
}

void Worker::prepare_indices() {
  if (indices_shape_.x == blockDim.x && indices_shape_.y == blockDim.y &&
      indices_shape_.z == blockDim.z)
    return;
  indices_shape_ = blockDim;
  uint3 i{};
  for (unsigned t = 0; t < grid->threads; ++t) {
    indices_[t] = i;
    if (++i.x != blockDim.x) continue;
    i.x = 0;
    if (++i.y != blockDim.y) continue;
    i.y = 0;
    ++i.z;
  }
}

void Worker::enter_block(Block& b) {
  self.block = &b;
  self.stopped = b.stopped;
  self.values = b.value;
  self.exchange = b.exchange;
  self.arena = b.arena;
  self.serial = b.serial;
  self.order = no_order;
  self.whole_end = b.count & ~31u;
  self.spins = 0;
  blockIdx = b.index;
  if (checker) checker->block_entered(b);
}

namespace {

uint3 index_in(const dim3& box, std::uint64_t i) {
  const auto x = static_cast<unsigned>(i % box.x);
  i /= box.x;
  return {x, static_cast<unsigned>(i % box.y), static_cast<unsigned>(i / box.y)};
}

// Numbers blocks cluster by cluster.
uint3 index_by_clusters(const Grid& g, std::uint64_t i) {
  const dim3& c = g.cluster;
  const uint3 which =
      index_in({g.grid.x / c.x, g.grid.y / c.y, g.grid.z / c.z}, i / g.cluster_size);
  const uint3 in = index_in(c, i % g.cluster_size);
  return {which.x * c.x + in.x, which.y * c.y + in.y, which.z * c.z + in.z};
}

}  // namespace

void Worker::begin_block(Block& b, std::uint64_t number) {
  uint3 where;
  if (__builtin_expect(grid->cluster_size == 1, 1)) {
    where = index_in(grid->grid, number);
  } else {
    where = index_by_clusters(*grid, number);
    number =
        where.x + std::uint64_t{grid->grid.x} * (where.y + std::uint64_t{grid->grid.y} * where.z);
  }
  b.begin(where, grid->threads);
  if (checker) checker->block_begins(b, number);
  if (grid->dynamic_shared) poison_dynamic_shared(b.arena, grid->dynamic_shared);
  enter_block(b);
  self.thread = 0;
  self.plain_end = b.count;
  threadIdx = {};
}

bool Worker::begin_block_here() {
  // If other blocks are set aside, the scheduler decides which block runs.
  std::uint64_t number;
  if (resident_.size() != 1 || grid->cluster_size != 1 || !next_index(&number)) return false;
  begin_block(*resident_[0], number);
  return true;
}

bool Worker::begin_some_block() {
  std::uint64_t number;
  if (resident_.size() >= grid->most_resident || !next_index(&number)) return false;
  Block* const b = grid->cluster_size == 1 ? acquire_free_block() : acquire_cluster_block(number);
  resident_.push_back(b);
  begin_block(*b, number);
  return true;
}

Block* Worker::acquire_free_block() {
  if (free_.empty()) {
    blocks_.push_back(std::make_unique<Block>());
    blocks_.back()->arena = make_arena();
    if (checker) checker->block_made(*blocks_.back());
    free_.push_back(blocks_.back().get());
  }
  Block* const b = free_.back();
  free_.pop_back();
  return b;
}

// The cluster's first block allocates all others, too: their shared memory must exist before any of
// them begins.
Block* Worker::acquire_cluster_block(std::uint64_t number) {
  const auto rank = static_cast<unsigned>(number % grid->cluster_size);
  if (rank == 0) {
    if (free_clusters_.empty()) {
      clusters_.push_back(std::make_unique<Cluster>());
      free_clusters_.push_back(clusters_.back().get());
    }
    Cluster& c = *(begun_cluster_ = free_clusters_.back());
    free_clusters_.pop_back();
    c = {};
    c.size = grid->cluster_size;
    for (unsigned r = 0; r < c.size; ++r) {
      Block& b = *(c.block[r] = acquire_free_block());
      b.cluster = &c;
      b.cluster_rank = r;
      b.state = Block::State::not_begun;
    }
  }
  return begun_cluster_->block[rank];
}

void Worker::end_block(Block& b) {
  if (b.cluster == nullptr) return free_.push_back(&b);
  Cluster& c = *b.cluster;
  if (++c.ended < c.size) return;
  free_clusters_.push_back(&c);
  for (unsigned r = 0; r < c.size; ++r) {
    c.block[r]->cluster = nullptr;
    free_.push_back(c.block[r]);
  }
}

void Worker::resume(Block& b) {
  enter_block(b);
  self.plain_end = 0;
  const auto t = static_cast<unsigned>(b.take_ready_after(b.last_yielded_thread));
  const auto changes = self.changes;
  enter_thread(t);
  simt_switch(&scheduler, &b.stopped[t]);
  const std::uint64_t now = ticks();
  last_turn_.store(now, std::memory_order_relaxed);
  if (finished || self.changes != changes)
    waits_since_.store(computing, std::memory_order_relaxed);
  else if (waits_since_.load(std::memory_order_relaxed) == computing)
    waits_since_.store(now, std::memory_order_relaxed);
}

bool Worker::only_waits(std::uint64_t now) const {
  // In clock cycles: some seconds, and less. A block that others wait for may have stopped waiting
  // since its last turn, and plain stores are not seen as progress.
  constexpr std::uint64_t long_enough = 5'000'000'000, just_now = 1'000'000'000;
  const std::uint64_t since = waits_since_.load(std::memory_order_relaxed);
  // Another core may have set it just after `now`.
  return since < now && now - since > long_enough &&
         (!has_blocks_.load(std::memory_order_relaxed) ||
          now - last_turn_.load(std::memory_order_relaxed) < just_now);
}

// CHECK has its own detection, which also sees stores.
void Worker::detect_deadlock() {
  const std::uint64_t now = ticks();
  if (checker || !only_waits(now) || !all_workers_only_wait(now) || host_may_still_store()) return;
  report_kernel_failure(*grid, cudaErrorLaunchTimeout, "deadlock",
                        "deadlock: every block that runs waits in a loop for what no thread does "
                        "any more");
}

void Worker::end_finished_block() {
  finished = false;
  const auto at = std::find(resident_.begin(), resident_.end(), self.block);
  if (at == resident_.end()) return;
  Block* const ended = *at;
  resident_.erase(at);
  end_block(*ended);
}

void Worker::abandon_blocks() {
  if (checker)
    for (Block* const b : resident_) checker->block_abandoned(*b);
  free_.clear();
  free_clusters_.clear();
  for (const auto& b : blocks_) {
    b->cluster = nullptr;
    free_.push_back(b.get());
  }
  for (const auto& c : clusters_) free_clusters_.push_back(c.get());
  resident_.clear();
  stacks.reset();
  after_last = stacks.take();
}

void Worker::run(Grid& g) {
  grid = &g;
  chunk_next_ = chunk_end_ = 0;
  self.worker = this;
  self.indices = indices_;
  self.iterations_left = iterations_per_count;
  if (!after_last) after_last = stacks.take();
  blockDim = g.block;
  gridDim = g.grid;
  std::size_t turn = 0;
  unsigned fruitless = 0;
  const bool has_others = !g.serial && g.blocks > 1 && worker_count() > 1;
  waits_since_.store(computing, std::memory_order_relaxed);
  has_blocks_.store(true, std::memory_order_relaxed);
  for (;;) {
    if (g.aborted.load(std::memory_order_relaxed)) break;
    if (begin_some_block()) {
      fruitless = 0;
      waits_since_.store(computing, std::memory_order_relaxed);
      simt_start(&scheduler, stacks.take(), simt_fiber);
    } else if (!resident_.empty()) {
      // All blocks here wait for other workers: yield the processor. On a busy machine that lasts
      // a time slice, so a worker without others does not.
      if (has_others && ++fruitless > 2 * resident_.size()) sched_yield();
      resume(*resident_[++turn % resident_.size()]);
      detect_deadlock();
    } else {
      break;
    }
    if (finished) {
      fruitless = 0;
      end_finished_block();
    }
  }
  if (!resident_.empty()) abandon_blocks();
  // Others may be about to use the last block's results, so waiting is counted from now.
  waits_since_.store(ticks(), std::memory_order_relaxed);
  has_blocks_.store(false, std::memory_order_relaxed);
  finished = false;
  self.block = nullptr;
  if (checker) {
    checker->block_left();
    checker->worker_idle(index_);
  }
}

void Worker::give_up() { simt_resume(&scheduler); }

}  // namespace simt::detail

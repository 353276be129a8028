// A worker runs blocks of one grid, normally one after the other. It sets aside blocks whose
// threads all spin and runs others, so that blocks may wait for each other as far as a device's
// residency would allow.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/block.h"
#include "engine/fiber_stack.h"

namespace simt::detail {

struct Worker {
  explicit Worker(unsigned index);
  Worker(const Worker&) = delete;  // fibers store its address

  // Runs blocks of `g` until all have been started and its own have ended.
  void run(Grid& g);

  // Called on a fiber whose block has ended. Returns true if the next block is set up to run on it.
  bool begin_block_here();

  // Whether for some seconds all its blocks have waited for others, or it had no block. `now`: of
  // the processor's clock.
  bool only_waits(std::uint64_t now) const;

  // Leaves the kernel; the grid must have been failed.
  [[noreturn]] void give_up();

  Grid* grid = nullptr;
  StackPool stacks;
  Stopped scheduler{};         // where the worker's own stack continues
  bool finished = false;       // why it continues: true if the block ended, false if it spins
  void* after_last = nullptr;  // stack for simt_after_last

  // Fills the table of threadIdx values for the grid's block shape.
  void prepare_indices();

 private:
  void begin_block(Block& b, std::uint64_t number);
  bool begin_some_block();
  bool next_index(std::uint64_t* index);
  Block* acquire_free_block();
  Block* acquire_cluster_block(std::uint64_t number);
  void end_block(Block& b);
  void end_finished_block();
  void abandon_blocks();  // after the grid was aborted
  void enter_block(Block& b);
  void resume(Block& b);
  void detect_deadlock();

  unsigned index_;
  std::uint64_t chunk_next_ = 0;
  std::uint64_t chunk_end_ = 0;
  uint3 indices_shape_{};  // block shape of the table
  uint3 indices_[max_threads + 1];
  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<Block*> free_;
  std::vector<std::unique_ptr<Cluster>> clusters_;
  std::vector<Cluster*> free_clusters_;
  Cluster* begun_cluster_ = nullptr;  // the cluster whose next block is due
  std::vector<Block*> resident_;

  static constexpr std::uint64_t computing = ~std::uint64_t{0};
  std::atomic<std::uint64_t> waits_since_{0};  // clock value, or `computing`
  std::atomic<std::uint64_t> last_turn_{0};
  std::atomic<bool> has_blocks_{false};
};

}  // namespace simt::detail

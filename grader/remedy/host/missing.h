// Changes that add forgotten code: a copy back, the release of a lock, a test for one thread, an
// axis of a grid, a test for empty input.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Missing : Proposer {
 public:
  using Proposer::Proposer;

  /// Adds `cudaMemcpy(C, dC, bytes, …)` after all launches of the task's function.
  void copies_back(const std::string& entry, const Outputs& outputs);
  /// Copies what one buffer gets to the one that is allocated beside it and gets nothing.
  void copies_to_the_other();
  /// Adds `if (rounds <= 0) return 0;` where `do { … } while (k < rounds);` runs once at least.
  void no_rounds();
  /// Adds `C[i] = 0;` before the loop that adds to it on that line.
  void start_at_zero(int line);
  /// `sum = 0;` in each round of a loop, for what is declared before it, also an array, and added
  /// to in a loop within.
  void reset_in_each_round();
  /// Adds `if (threadIdx.x == 0) done = 0;` where the last block stores the result, if it knows
  /// from the counter `done` that it is the last.
  void reset_of_counters();
  /// Replaces `atomicInc(&done, gridDim.x)` by one that goes back to 0 after the last block.
  void one_less_to_count();
  /// Adds `atomicExch(&lock, 0);` at the end of the block in which that line takes a lock.
  void release(int line);
  /// Adds `if (threadIdx.x == 0)` before a statement that adds to or stores in global memory.
  void one_thread_alone();
  /// Removes the `if` around a call with shuffles.
  void all_lanes();
  /// Replaces `dim3 grid(x, y)` by `dim3 grid(x, y, y)`, if the kernel uses blockIdx.z.
  void axes_of_grids();
  /// Adds `if (n > 0)` before the launch on that line.
  void nothing_to_do(int line);
  /// Adds `left = half;` at the end of a loop that never changes what its condition tests.
  void progress(int line);

 private:
  bool is_set_to_zero(const std::string& name) const;
  std::string set_elements(const std::string& name, std::size_t open) const;
  void reset_in(std::size_t loop, const std::string& sets, Cause cause);
  bool is_kernel_with(const std::string& name, const std::string& what) const;
  std::size_t list_of_range_for(const Statement& s) const;
  std::size_t last_that_computes(const Function& f) const;
  /// Whether a CUDA copy writes the array.
  bool is_copied_to(const Function& f, const std::string& array) const;
};

}  // namespace warpgrade::remedy

// Changes to locks: one for all blocks instead of one per block, one thread that takes it, and what
// belongs behind it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Locks : Proposer {
 public:
  using Proposer::Proposer;
  /// Replaces `__shared__ int lock;`, if an atomic takes its address, by `__device__ int lock;`.
  void for_all_blocks();
  /// `__device__ int lock = 0;` for another value.
  void free_at_first();
  /// `atomicCAS(&lock, 0, 1)` for values that leave a free lock free.
  void compares_with_free();
  /// `!=` for `==` where the thread looks whether it has taken a lock.
  void wait_while_taken(int line);
  /// `while (atomicCAS(&lock, 0, 1) != 0) {}` for `if (atomicCAS(&lock, 0, 1) == 0)` on that line.
  void wait_instead_of_trying(int line);
  /// `if (threadIdx.x == 0)` before the statement that releases a lock, or a test of one thread
  /// that the function has already.
  void release_by_one(int line);
  /// Puts `if (threadIdx.x == 0) { … }` around what takes a lock up to what releases it, also where
  /// the kernel calls functions for both.
  void one_thread();
  /// Releases the lock before a `return` between what takes it and what releases it.
  void released_before_returns();
  /// Moves `real before = *r;` from the front of the loop that takes the lock behind it, and behind
  /// the fence there.
  void read_behind(const std::vector<int>& lines);

 private:
  std::size_t declaration_begin(const Function& f) const;
  std::size_t statement_that_frees(const Function& f, const std::string& name) const;
  bool uses(std::size_t begin, std::size_t end, const std::vector<std::string_view>& atomics,
            bool through_calls) const;
  std::string test_of_one_thread(const Function& f) const;
};

}  // namespace warpgrade::remedy

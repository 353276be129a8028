// Changes to locks: one for all blocks instead of one per block.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Locks : Proposer {
 public:
  using Proposer::Proposer;
  /// Replaces `__shared__ int lock;`, if an atomic takes its address, by `__device__ int lock;`.
  void for_all_blocks();
  /// `__device__ int lock = 0;` for another value.
  void free_at_first();
  /// `!=` for `==` where the thread looks whether it has taken a lock.
  void wait_while_taken(int line);
  /// `if (threadIdx.x == 0)` before the statement that releases a lock, or a test of one thread
  /// that the function has already.
  void release_by_one(int line);

 private:
  std::size_t declaration_begin(const Function& f) const;
  std::size_t statement_that_frees(const Function& f, const std::string& name) const;
};

}  // namespace warpgrade::remedy

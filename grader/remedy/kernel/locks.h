// Changes to locks: one for all blocks in place of one for each.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Locks : Proposer {
 public:
  using Proposer::Proposer;
  /// `__device__ int lock;` for a `__shared__ int lock;` whose address is taken, as an atomic does.
  void for_all_blocks();
  /// `__device__ int lock = 0;` for another value.
  void free_at_first();
  /// `!=` for `==` where the thread looks whether it has taken a lock.
  void wait_while_taken(int line);

 private:
  std::size_t declaration_begin(const Function& f) const;
  std::size_t statement_that_frees(const Function& f, const std::string& name) const;
};

}  // namespace warpgrade::remedy

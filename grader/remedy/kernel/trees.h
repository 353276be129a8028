// Changes to reductions that halve: elements that are left over where a number is odd.
#pragma once

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Trees : Proposer {
 public:
  using Proposer::Proposer;

  /// Half of `active` rounded up, in a loop that ends a round by `active = half;`, and the threads
  /// that have a partner add: `t < active - half` for `t < half`.
  void odd_halves();
  /// `for (int s = 512; s > 0; s /= 2) if (t < s && t + s < blockDim.x)` for a loop that begins
  /// with half of the block.
  void any_block_size();
};

}  // namespace warpgrade::remedy

// Changes to tree reductions: elements that are left over for odd numbers.
#pragma once

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Trees : Proposer {
 public:
  using Proposer::Proposer;

  /// Rounds half of `active` up in a loop that ends with `active = half;`, and lets only threads
  /// with a partner add: `t < active - half` instead of `t < half`.
  void odd_halves();
  /// Replaces a loop that starts at half of the block by `for (int s = 512; s > 0; s /= 2) if (t <
  /// s && t + s < blockDim.x)`.
  void any_block_size();
  /// Half of LANES in `for (int step = LANES; step > 0; step /= 2)`.
  void first_steps();
};

}  // namespace warpgrade::remedy

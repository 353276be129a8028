// Changes to what every block does although one is enough, or does for its first elements only.
#pragma once

#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Blocks : Proposer {
 public:
  using Proposer::Proposer;

  /// `if (blockIdx.x == 0 && threadIdx.x == 0)` for `if (threadIdx.x == 0)`.
  void one_block_alone();
  /// `cudaMemset(r, 0, sizeof(*r));` before the launch for `if (…) *r = 0;` in the kernel, in one
  /// of these lines.
  void zero_before_launch(const std::vector<int>& lines);
  /// `for (int i = threadIdx.x; i < n; i += blockDim.x) sum += A[i];` for
  /// `if (threadIdx.x < n) sum = A[threadIdx.x];`.
  void rest_of_the_elements();
  /// `count = 0;` behind the store to a result, for a variable of the file that atomics count in.
  void counts_from_zero();
  /// An array in shared memory with an element for each thread of the largest block, in place of
  /// the one that is used in that line.
  void larger_shared_array(int line);
};

}  // namespace warpgrade::remedy

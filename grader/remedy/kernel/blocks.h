// Changes to code that every block runs although one should, or that handles only a block's first
// elements.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Blocks : Proposer {
 public:
  using Proposer::Proposer;

  /// Replaces `if (threadIdx.x == 0)` by `if (blockIdx.x == 0 && threadIdx.x == 0)`.
  void one_block_alone();
  /// `atomicAdd(&done, 1) == gridDim.x - 1`: the blocks of all axes.
  void tickets_of_all_axes();
  /// Replaces `if (…) *r = 0;` in the kernel, on one of these lines, by `cudaMemset(r, 0,
  /// sizeof(*r));` before the launch.
  void zero_before_launch(const std::vector<int>& lines);
  /// Replaces `if (threadIdx.x < n) sum = A[threadIdx.x];` by `for (int i = threadIdx.x; i < n; i
  /// += blockDim.x) sum += A[i];`.
  void rest_of_the_elements();
  /// Replaces `if (t < n) s[t] = A[t];` by `for (int e = t; e < n; e += blockDim.x) s[e] = A[e];`.
  void rest_of_the_copies();
  /// Replaces `real v = t < n ? A[t] : 0;` by a loop that adds up `A[t]`, `A[t + blockDim.x]`, ….
  void rest_of_the_values();
  /// Adds `count = 0;` after the store to a result, for a global variable that atomics count in.
  void counts_from_zero();
  /// Replaces the shared array used on that line by one with an element per warp or per thread of
  /// the largest block.
  void larger_shared_array(int line);
  /// Replaces `__shared__ T name[32];`, which that line uses, by an array for each warp.
  void array_for_each_warp(int line);

 private:
  std::string number_of_warp(const Function& f) const;
  void enlarge_array(const Function& f, const Statement& s, int needed, int line);
  std::string type_of_thread(const Function& f, const std::string& name) const;
};

}  // namespace warpgrade::remedy

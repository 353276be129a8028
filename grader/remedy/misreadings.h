// What C++ and CUDA read otherwise than it is meant: `0 < a < n`, `t & 32` for a remainder,
// `x = atomicAdd(&x, …)`, an atomicCAS() that is taken for waiting.
#pragma once

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Misreadings : Proposer {
 public:
  using Proposer::Proposer;

  void all();

 private:
  /// `a < b && b < c` for `a < b < c`.
  void chained_comparison(std::size_t op);
  /// `t % 32` for `t & 32`.
  void bit_for_remainder(std::size_t op);
  /// `atomicAdd(&x, v);` for `x = atomicAdd(&x, v);`.
  void atomic_stored_back(const Statement& s);
  /// `while (atomicCAS(&lock, 0, 1) != 0) {}` for `atomicCAS(&lock, 0, 1);`.
  void lock_not_waited_for(const Statement& s);
};

}  // namespace warpgrade::remedy

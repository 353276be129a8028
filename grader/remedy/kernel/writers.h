// Tests that choose one thread of a block or one of each warp: `threadIdx.x == 0`, `lane == 0`.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Writers : Proposer {
 public:
  using Proposer::Proposer;

  /// Replaces `lane == 0` and `warp == 0` by `threadIdx.x == 0`, and `threadIdx.x == 0` by
  /// `threadIdx.x % 32 == 0`.
  void other_threads();

 private:
  bool uses_y(const Function& f) const;
  enum class Part { other, thread, lane, warp };
  Part part_of_thread(Range value) const;
  Part part_tested(const Function& f, Range value) const;
  std::string lane_test(const Function& f) const;
};

}  // namespace warpgrade::remedy

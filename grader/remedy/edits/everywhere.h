// One name in place of another wherever it plays the same part.
#pragma once

#include <initializer_list>
#include <string_view>

#include "remedy/edits/edits.h"

namespace warpgrade::remedy {

class Everywhere : Edits {
 public:
  using Edits::Edits;

  /// Exchanges two axes in a kernel: in threadIdx, blockIdx and blockDim, or in threadIdx alone.
  void axes();
  /// Replaces `blockDim.y` by `blockDim.x`, one at a time.
  void one_axis();
  /// Exchanges `t / n` and `t % n`, and tries other sizes for the n of both.
  void quotients();
  /// Replaces the size `m` by `n` behind all of these operators in a function: all divisions, all
  /// steps over rows, all comparisons.
  void sizes(std::initializer_list<std::string_view> operators);
};

}  // namespace warpgrade::remedy

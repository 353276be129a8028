// Changes to the numbers of threads: those of a block with several dimensions, and those within a
// warp where the block's are needed.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Threads : Proposer {
 public:
  using Proposer::Proposer;

  /// Replaces threadIdx.x by the thread's number in the block, in functions that use no other axis
  /// although kernels do.
  void of_all_dimensions();
  /// Replaces `box[threadIdx.x % 32 / 8]` by `box[threadIdx.x / 8]`.
  void of_the_block();

 private:
  std::string number_in_block() const;
};

}  // namespace warpgrade::remedy

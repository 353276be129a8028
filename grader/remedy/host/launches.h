// Changes to launches: how many blocks of how many threads.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Launches : Proposer {
 public:
  using Proposer::Proposer;

  /// Replaces `dim3 block = (8, 8, 8)` by `dim3 block = dim3(8, 8, 8)`.
  void commas_in_brackets();

  /// Rounds up all divisions of a host function that launches: `n / 256` becomes `(n + 256 - 1) /
  /// 256`.
  void round_up_grids();
  /// Replaces constants of the file by the template parameter of a function that launches.
  void constants_for_parameters();
  /// Replaces `(n + b - 1) / b` blocks by `n`: one per element.
  void one_block_each();
  /// Replaces `parts(n, 256)` blocks of 256 threads by `parts(n, 8)`, where a block of the kernel
  /// computes 8 elements: `blockIdx.x * 8 + threadIdx.x / 32`.
  void blocks_of_parts();
  /// For `dim3 grid(blocks, blocks)` with `blocks = parts(n, X)`, of blocks of X by Y threads:
  /// counts those along y by Y.
  void blocks_of_each_axis();
  /// Launches a single block of a kernel that does not use its block index.
  void one_block();
  /// `n <= 256` for `n <= 1024` before a launch of blocks of 256 threads: one block does all of it.
  void limit_of_one_block();
  /// Passes the number of blocks of an earlier launch in the function.
  void blocks_that_ran();
  /// `blocks * use` for `blocks * threads`, where `<<<blocks, use>>>` is launched and `use` is made
  /// from `threads`.
  void threads_that_run();

 private:
  std::vector<Range> given_to_dim3(const Function& f, Range size) const;
  std::string elements_of_a_block(const Function& kernel, const std::string& threads) const;
  bool launches_striding_kernel(const Function& f) const;
  bool launches_kernel_of_blocks(const Function& f) const;
  void round_up(const std::vector<std::pair<Range, Range>>& divisions, bool strides);
};

}  // namespace warpgrade::remedy

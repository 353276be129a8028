// Changes to how far apart blocks begin and how far a loop over the grid goes on.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Strides : Proposer {
 public:
  using Proposer::Proposer;

  /// `i += blockDim.x` where the whole grid shares the work, or where warps do; a step of
  /// `gridDim.x * a` where blocks begin at `blockIdx.x * b`.
  void of_the_grid();
  void of_threads_that_share();
  /// `gridDim.x * blockDim.y` for `gridDim.x * blockDim.x * blockDim.y`, and without blockDim.y.
  void fewer_threads();
  /// Replaces the step by 32 in a loop that begins at `threadIdx.x % 32`.
  void of_lanes();
  /// `blockIdx.x * blockDim.x + threadIdx.x` for `threadIdx.x`, where nothing asks for the block.
  void starts_of_blocks();
  /// `(blockIdx.x * threads + threadIdx.x) * rows` where the loop's step ends with `* rows`.
  void starts_with_the_factor_of_steps();
  /// `blockIdx.x * blockDim.x * rows` where each thread goes through `rows` elements.
  void of_blocks();
  /// A loop for `if (i < n) …`, and for `v = i < n ? … : 0`, where `i` is the number of the thread
  /// in the grid or in its block.
  void loops_over_the_rest();

 private:
  struct Index {
    std::size_t declared;  // the statement
    std::string name, step;
    const char* cause;
  };
  Index index_of_thread(std::size_t statement) const;
  std::vector<Remedy> with_variable(const Index& index, Remedy change) const;
  void loop_for_test(const Index& index, const Statement& test);
  void loop_for_value(const Index& index, const Statement& value);
  Range cast_of_a_block(std::size_t begin) const;
  Range factor(std::size_t index) const;
  void starts_and_strides(const Function& f);
  std::vector<std::string> constant_limits(const Function& f) const;
};

}  // namespace warpgrade::remedy

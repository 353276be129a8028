// The size of dynamic shared memory that a launch asks for.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class SharedMemory : Proposer {
 public:
  using Proposer::Proposer;

  /// A launch without a third argument gets one, where the kernel has dynamic shared memory: an
  /// element for each thread of a block, of each array that the kernel keeps there. Where the third
  /// argument is too small for several arrays, as many times as much.
  void pass_bytes();
  /// Replaces a second `extern __shared__ T b[];` by `T* b = a + n;`, where n is the size of a
  /// block, a constant of the kernel, or their product.
  void behind_the_first();
  /// Adds one or two elements.
  void one_or_two_more();
  /// Replaces `threads * sizeof(real)` of a launch by `n * sizeof(real)`, a parameter.
  void of_other_size();
  /// Replaces `N * sizeof(real)` by `(N + M) * sizeof(real)`.
  void more_arrays();
  /// Replaces N by `in_pitch`, where the kernel uses the constant `in_pitch = N | 1`.
  void padded_rows();
  /// Replaces `48 * 1024 / n` by `48 * 1024 / (n * sizeof(real))`.
  void limits_in_bytes();

 private:
  struct DynamicShared {
    std::string type;  // element type
    int arrays;        // number of arrays that begin in it
  };
  /// Whether one of its launches asks for dynamic shared memory.
  bool launches_with_bytes(const Function& f) const;
  std::size_t end_of_name(std::size_t token) const;
  std::optional<DynamicShared> dynamic_shared_in(Range where) const;
  /// The number of threads for a launch's second argument: `block.x * block.y * block.z` for a
  /// dim3.
  std::string threads_expression(const Function& f, Range block) const;
};

}  // namespace warpgrade::remedy

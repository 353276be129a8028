// Changes to the values with which a computation begins.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class InitialValues : Proposer {
 public:
  using Proposer::Proposer;
  /// Takes zeros in place of what is copied from an array that the function only has to fill: by
  /// cudaMemcpy, memcpy, std::copy, a function of the file or an assignment of elements.
  void zeros(const std::string& entry, const Outputs& outputs);
  /// Replaces `atomicMin(info, k)` by `atomicCAS(info, 0, k)`: `*info` begins with 0.
  void zero_is_the_least();
  /// Adds `cudaMemset(result, 0, sizeof(*result));` before the launch of the kernel that adds to
  /// `*result` on that line, or moves a cudaMemset() there that stands behind the launch.
  void zero_before_launch(int line);

 private:
  void zeros_for_call(std::size_t name, const std::string& array);
  void zeros_for_helper(const Statement& s, const std::string& array);
  void move_before(const Statement& s, std::size_t launch, const std::string& array);
  void zeros_for_element(const Function& f, const Statement& s, const std::string& array);
};

}  // namespace warpgrade::remedy

// Changes to what a function of the host does to its own parameters.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Parameters : Proposer {
 public:
  using Proposer::Proposer;
  /// `real*& a, real*& b` for pointers that a function swaps and got by value.
  void swapped_by_reference();

 private:
  void swap_behind_calls(const Function& swaps, std::size_t at, std::size_t a, std::size_t b);
};

}  // namespace warpgrade::remedy

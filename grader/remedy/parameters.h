// Changes to the parameters of host functions.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Parameters : Proposer {
 public:
  using Proposer::Proposer;
  /// Takes pointers that a function swaps by reference: `real*& a, real*& b`.
  void swapped_by_reference();

 private:
  void swap_behind_calls(const Function& swaps, std::size_t at, std::size_t a, std::size_t b);
};

}  // namespace warpgrade::remedy

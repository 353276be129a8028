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
  /// Removes `if (n > 100) n = 100;` and `n = 100;` at the head of a function of the host, for a
  /// parameter n, and takes `n` for `std::min(n, 100)`.
  void overwritten();

 private:
  void cut_by_calls(const Function& f);
  void swap_behind_calls(const Function& swaps, std::size_t at, std::size_t a, std::size_t b);
};

}  // namespace warpgrade::remedy

// Changes to what a term is multiplied by.
#pragma once

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Factors : Proposer {
 public:
  using Proposer::Proposer;

  /// `a - s + d * x[i]` for `a - s + x[i]`, with each number of the function that is no whole one.
  void missing();
  /// `d * d` for `fabs(d)`.
  void squares();

 private:
  std::vector<std::string> list_numbers(const Function& f, std::size_t token) const;
};

}  // namespace warpgrade::remedy

// Limits of two indices that are exchanged: `row < n && col < m`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Limits : Proposer {
 public:
  using Proposer::Proposer;

  /// Exchanges the limits of two comparisons of a test, or of two tests or loops that follow each
  /// other; in the function at this line, or, with 0, in all.
  void exchange(int line = 0);

 private:
  struct Comparison {
    std::size_t condition;  // its number in the function
    Range left, right;
  };

  std::vector<Comparison> list_comparisons(const Function& f) const;
  void exchange(const Comparison& a, const Comparison& b);
};

}  // namespace warpgrade::remedy

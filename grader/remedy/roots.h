// Functions of one number that a formula has too many of or lacks: roots, absolute values, squares.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Roots : Proposer {
 public:
  using Proposer::Proposer;

  /// Replaces `sqrt(x)` by `x`, also fabs and the square in a comparison.
  void needless();
  /// Replaces `a / x` by `a / sqrt(x)`, `x <= limit` by `sqrt(x) <= limit`, and,
  /// if the file takes roots elsewhere, `A[i] = x` by `A[i] = sqrt(x)`.
  void missing();
  /// Replaces `sum += d` by `sum += d * d`, where d is a difference.
  void squares();

 private:
  bool is_real_variable(const Function& f, std::size_t token) const;
  bool is_difference(const Function& f, std::size_t token) const;
  void put_root(Range of);
};

}  // namespace warpgrade::remedy

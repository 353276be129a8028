// Other operators, and operands in the other order.
#pragma once

#include "remedy/edits/edits.h"

namespace warpgrade::remedy {

class Operators : Edits {
 public:
  using Edits::Edits;

  /// Replaces `a & b == c`, which compares first, by `(a & b) == c`.
  void bits_before_comparisons();
  /// Replaces `==` by `!=`, and `<` by `>=` or `>`.
  void comparisons();
  /// Replaces `i / n` by `i % n`, and the other way round.
  void divisions();
  /// Replaces `a - b` by `b - a`, `a / b` by `b / a`.
  void operands();
  /// Replaces `i + n` by `i * n`, and the other way round, of whole numbers.
  void products();
  /// Replaces `=` by `+=` and the other way round, `+=` by `-=`.
  void assignments();
};

}  // namespace warpgrade::remedy

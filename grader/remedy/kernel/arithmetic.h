// Changes to arithmetic: integer divisions, and roots and similar functions in float.
#pragma once

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Arithmetic : Proposer {
 public:
  using Proposer::Proposer;

  /// Replaces `1 / 6` by `real(1) / 6`, and `sqrtf(x)` by `sqrt(x)`.
  void in_the_number_type();
  /// Puts parentheses into `(blockIdx.x * blockDim.x + threadIdx.x) / 32`.
  void number_of_the_warp();
  /// Replaces `gridDim.x * blockDim.x` by `gridDim.x * vecs`, if `vecs = blockDim.x / M`.
  void counts_of_a_block();
  /// In kernels, replaces `8` by `blockDim.x / 32` and `256` by `blockDim.x`.
  void constant_counts();
  /// Replaces `ceil(n / t)` by `ceil(n / (double)t)`.
  void divisions_before_ceil();
  /// Replaces `b = n / 2` by `b = n - a` after `a = n / 2`.
  void the_other_half();
  /// Replaces `n % t` by `(n - 1) % t + 1`.
  void remainders();
  /// Replaces `a - s / d` by `(a - s) / d`.
  void precedence();
  /// Exchanges `+` and `-` in what device code computes, except in indices.
  void signs_of_sums();
  void round_before_the_product();
  /// `(b - sum) / d + x` for `(b - sum + x) / d`.
  void divided_as_well();
  /// Exchanges `=` with `+=`, and `-=` with `+=`, in device code.
  void assignments();
  /// Replaces `y[i] = (b[i] - s) / d;` by `y[i] = (b[i] - s) / d + x[i];`.
  void add_the_old_value();
  /// Replaces `C[i] += sum;` on that line by `C[i] = sum;`.
  void only_store(int line);

 private:
  std::size_t assignment_in(const Statement& s) const;
  void assign(const Statement& s, const char* other, const char* cause);
  void divide_as_real(std::size_t slash);
  bool is_in_loop(const Statement& s) const;
  Range divided_in(Range expression) const;
};

}  // namespace warpgrade::remedy

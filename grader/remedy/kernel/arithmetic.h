// Changes to what is computed: divisions of whole numbers, and roots and the like in float.
#pragma once

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Arithmetic : Proposer {
 public:
  using Proposer::Proposer;

  /// `real(1) / 6` for `1 / 6`, `sqrt(x)` for `sqrtf(x)`.
  void in_the_number_type();
  /// `(blockIdx.x * blockDim.x + threadIdx.x) / 32` for that without its brackets.
  void number_of_the_warp();
  /// `gridDim.x * vecs` for `gridDim.x * blockDim.x`, where `vecs = blockDim.x / M`.
  void counts_of_a_block();
  /// `blockDim.x / 32` for `8` and `blockDim.x` for `256` in kernels.
  void constant_counts();
  /// `(n - 1) % t + 1` for `n % t`.
  void remainders();
  /// `(a - s) / d` for `a - s / d`.
  void precedence();
  /// `a + b` for `a - b`, and the other way round, in what device code computes, but for indices.
  void signs_of_sums();
  void round_before_the_product();
  /// `/` and `%` by the same number, of the same number, the other way round.
  void quotient_and_rest();
  /// `+=` for `=` and `-=` in device code, and the other way round.
  void assignments();

 private:
  void divide_as_real(std::size_t slash);
  bool is_in_loop(const Statement& s) const;
  Range divided_in(Range expression) const;
};

}  // namespace warpgrade::remedy

// Terms of sums: one more, one less, `+ 1`.
#pragma once

#include "remedy/edits/edits.h"

namespace warpgrade::remedy {

class Terms : Edits {
 public:
  using Edits::Edits;

  /// Replaces `k` by `p + k` where the function has this sum elsewhere, or adds `p` to several
  /// others.
  void as_elsewhere();
  /// Replaces `p` by `p + 1` where the same statement has `p + 1`, too: `a[p + 1] * b[p * n]`.
  void as_beside();
  /// Replaces `threadIdx.x` by `blockIdx.x * blockDim.x + threadIdx.x`.
  void of_blocks();
  /// Replaces `row * n` by `row * n + col`, for each counter of a loop around it and each index
  /// made from threadIdx.
  void counters();
  /// Replaces `k` by `p + k`, for each term of a sum in the function.
  void any();
  /// Replaces `k` by `k + 1` and `k - 1`.
  void ones();
  /// Replaces `half` by `n - half`, where it is `n / 2`.
  void rests();
  /// Replaces `p + k` by `p` and `k`.
  void fewer();

 private:
  /// A sum in the function: `first + second`.
  struct Sum {
    Range first, second;
  };
  std::vector<Sum> list_sums(const Function& f) const;
  std::vector<Range> list_places(const Function& f) const;
  bool is_counter(const Function& f, std::size_t declared) const;
  bool is_simple(Range place) const;
  bool is_offset(Range term, const std::vector<Sum>& sums) const;
  void add(const Function& f, Range place, Range term, bool in_front);
};

}  // namespace warpgrade::remedy

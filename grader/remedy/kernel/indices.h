// Changes to which elements code processes: loops and subscripts.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Indices : Proposer {
 public:
  using Proposer::Proposer;

  /// `n / 4 * 4` and `k / TILE` in device code, which leave out the last elements.
  void round_up_loops();
  /// Replaces `out[h * M + k * P + i]` by `out[h * M + k + i * T]`, if it is guarded by `k + i * T
  /// < M`.
  void what_is_compared(int line);
  /// Replaces `s[t]` by `t < blockDim.x / 32 ? s[t] : 0`, if each warp has stored one element.
  void one_element_a_warp(int line);
  /// `A[j * n + i]` for `A[i * n + j]`, `s[x][y]` for `s[y][x]`, `A[at(j, i)]` for `A[at(i, j)]`,
  /// `AT(j, i)` for `AT(i, j)`: one access each, reads first. Where a store and a read do not go
  /// together, either may be changed; most often the store is what was meant.
  void transposed();
  /// Replaces `b[t]` by `b[row]`, if the function has both.
  void other_index();
  /// `A[i * n + i]` for `A[i]`, where the function has `A[i * n + j]`.
  void of_both_dimensions();

 private:
  std::string find_limit(std::size_t token, const std::string& name) const;
  void swap_subscripts(std::size_t name);
  std::size_t behind_subscripts(std::size_t name) const;
  bool stores(std::size_t name) const;
  std::map<std::string, std::string> where_stored(std::size_t name) const;
  std::pair<std::size_t, std::size_t> product_and_sum(Range expression) const;
  void swap_in_product(std::size_t open);
  void swap_in_call(std::size_t call, Range shown);
};

}  // namespace warpgrade::remedy

// Changes to which elements code processes: guards, strides, loops, subscripts.
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

  /// Adds `if (i < n)` around the statement, for its indices and the kernel's sizes; one comparison
  /// or two.
  void guards(int line);
  /// `n / 4 * 4` and `k / TILE` in device code, which leave out the last elements.
  void round_up_loops();
  /// Replaces `out[h * M + k * P + i]` by `out[h * M + k + i * T]`, if it is guarded by `k + i * T
  /// < M`.
  void what_is_compared(int line);
  /// Adds `else s[i] = 0;` after `if (i < n) s[i] = A[i];`: each one, and all of a function.
  void clear_otherwise();
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
  std::vector<std::string> tests_of_rows(const Function& f, const Statement& s) const;
  Range only_condition_around(const Statement& s) const;
  std::vector<std::string> tests_of_sums(const Function& f, const Statement& s) const;
  std::vector<std::string> tests_of_threads(const Function& f, const Statement& s) const;
  std::vector<std::string> indices(std::size_t begin, std::size_t end) const;
  bool declares(const Function& f, const std::string& name) const;
  bool is_shared(const Function& f, std::string_view name) const;
  bool is_reached_from(std::size_t statement, const std::string& index,
                       const std::string& size) const;
  bool compares(const Function& f, const std::string& index, const std::string& size) const;
  std::size_t declared(const Statement& s) const;
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

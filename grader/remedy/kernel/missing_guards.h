// Tests of indices that are missing, or not about what the statement uses.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class MissingGuards : Proposer {
 public:
  using Proposer::Proposer;

  /// Adds `if (i < n)` around the statement, for its indices and the kernel's sizes; one comparison
  /// or two.
  void of_indices(int line);
  /// Lets the loop `for (…; q < T; …)` around `row[start + q]` end at `start + q < n`, too, for
  /// each of the kernel's sizes.
  void of_chunks(int line);
  /// Adds `if (x < 16)` around a store to `s[y][x]` of `__shared__ real s[32][16]`, for each
  /// length.
  void of_shared_rows(int line);
  /// Adds `else s[i] = 0;` after `if (i < n) s[i] = A[i];`: each one, and all of a function.
  void clear_otherwise();
  /// Replaces `if (t < n) part[t] = sum;` by `part[t] = sum;`.
  void store_always();

 private:
  std::vector<std::string> tests_of_rows(const Function& f, const Statement& s) const;
  Range only_condition_around(const Statement& s) const;
  std::vector<std::string> tests_of_sums(const Function& f, const Statement& s) const;
  std::vector<std::string> tests_of_threads(const Function& f, const Statement& s) const;
  bool is_reached_from(std::size_t statement, const std::string& index,
                       const std::string& size) const;
  bool declares(const Function& f, const std::string& name) const;
  bool compares(const Function& f, const std::string& index, const std::string& size) const;
  std::size_t declared(const Statement& s) const;
};

}  // namespace warpgrade::remedy

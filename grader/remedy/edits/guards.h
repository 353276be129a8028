// Tests: one more, one less, of conditions and in front of statements.
#pragma once

#include "remedy/edits/edits.h"

namespace warpgrade::remedy {

class Guards : Edits {
 public:
  using Edits::Edits;

  /// Replaces `col < n` by `row < m && col < n`, with the tests that the function has elsewhere and
  /// `threadIdx.x == 0`, `blockIdx.x == 0`.
  /// Leaves the tests alone by which the host chooses between two launches: another test may avoid
  /// the wrong one in the cases that are tried.
  void keep_choices();
  void more_tests();
  /// The same in front of stores, atomics and calls that have no test.
  void of_statements();
  /// Replaces `a && b` by `a` and `b`.
  void fewer_tests();
  /// Removes `if (…)` in front of a statement.
  void no_test();

 private:
  struct Test {
    std::string text;
    Range from;  // where the function has it; empty: nowhere
  };
  std::vector<Test> list_tests(const Function& f) const;
  std::vector<std::string> sizes_of(const Function& f) const;
  std::vector<std::string> never_tested(const Function& f) const;
  bool is_known(const Function& f, std::size_t token, const Test& test) const;
  std::string negated(Range comparison) const;
  bool leaves(std::size_t close) const;
};

}  // namespace warpgrade::remedy

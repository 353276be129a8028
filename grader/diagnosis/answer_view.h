// A wrong answer as the functions that look for its mistake see it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "diagnosis/answer_check.h"

namespace warpgrade {

struct AnswerView {
  const Answer& answer;
  const std::vector<std::size_t>& wrong;  // elements, in order
  const Expected& expected = *answer.expected;
  std::size_t rows = expected.rows;
  std::size_t cols = expected.cols;

  std::size_t total() const { return expected.values.size(); }
  bool is_vector() const { return cols <= 1; }
  bool all_wrong_elements(auto&& predicate) const {
    return std::all_of(wrong.begin(), wrong.end(), predicate);
  }
};

}  // namespace warpgrade

// Changes to the student's macros.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Macros : Proposer {
 public:
  using Proposer::Proposer;
  /// Replaces `(i * n + j)` by `((i) * n + (j))` in a macro that is called with `i - 1`.
  void parentheses();

 private:
  struct Macro {
    std::string name;
    std::vector<std::string> parameters;
    std::size_t begin = 0, end = 0;  // of its body, offsets in the text
    int line = 0;
  };
  std::vector<Macro> one_line_macros() const;
  void parentheses(const Macro& macro);
};

}  // namespace warpgrade::remedy

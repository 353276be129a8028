// Indices and results that are one too small or too large: where a thread begins, what is stored as
// a row's number.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Starts : Proposer {
 public:
  using Proposer::Proposer;

  /// Replaces `k + warp` by `k + 1 + warp` in what a loop or a thread begins with, and the other
  /// way round; in the function at this line, or, with 0, in all.
  void of_threads(int line = 0);
  /// Replaces `*info = k` by `*info = k + 1`, and `return n` by `return n + 1`, also where a
  /// variable in between takes the value.
  void of_results();
  /// `*info = first + step + 1` for `*info = step + 1`, with each whole number that the function
  /// gets.
  void of_results_in_blocks();

 private:
  struct Start {
    Range expression;
    std::string code;
  };

  std::vector<Range> list_starts(const Function& f) const;
  bool is_in_head(std::size_t equals) const;
  bool is_counted(const Function& f, std::size_t token) const;
  std::string one_later(Range expression) const;
  std::string one_earlier(Range expression) const;
  void put_all(const std::vector<Start>& starts, const char* cause);
};

}  // namespace warpgrade::remedy

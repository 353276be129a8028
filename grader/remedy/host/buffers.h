// Changes to which of two buffers is used, where a function takes them in turns, and to how long
// one lives.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Buffers : Proposer {
 public:
  using Proposer::Proposer;
  /// Replaces `fetch(cur, s)` by `fetch(1 - cur, s)`, and `tile[cur]` by `tile[1 - cur]`, if the
  /// function has `cur = 1 - cur;`.
  void other_of_two();
  /// `std::swap(old, next);` for `old = next;` of pointers, in a loop.
  void swapped_not_assigned();
  /// `cudaFree(p);` behind the copy in that line, not before it.
  void freed_too_early(int line);

 private:
  std::vector<std::string> turns(const Function& f) const;
  Range use_around(std::size_t token) const;
};

}  // namespace warpgrade::remedy

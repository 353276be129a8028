// Changes to which of two buffers is used, where a function takes them in turns.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Buffers : Proposer {
 public:
  using Proposer::Proposer;
  /// `fetch(1 - cur, s)` for `fetch(cur, s)`, and `tile[1 - cur]` for `tile[cur]`, where the
  /// function has `cur = 1 - cur;`.
  void other_of_two();

 private:
  std::vector<std::string> turns(const Function& f) const;
  Range use_around(std::size_t token) const;
};

}  // namespace warpgrade::remedy

// Changes to which of two alternating buffers is used.
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

 private:
  std::vector<std::string> turns(const Function& f) const;
  Range use_around(std::size_t token) const;
};

}  // namespace warpgrade::remedy

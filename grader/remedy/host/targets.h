// Changes to launches that give a kernel one array as its input and as its output.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Targets : Proposer {
 public:
  using Proposer::Proposer;
  /// `k<<<…>>>(x[cur], x[1 - cur]); cur = 1 - cur;` for `k<<<…>>>(x[cur], x[cur]);` in a loop, and
  /// the same with `std::swap(x, y);` for two pointers.
  void other_of_two();

 private:
  void other_of_two(const Function& f, const Launch& launch, std::size_t loop,
                    const Function& kernel);
  void give(const Launch& launch, Range target, const std::string& other, std::size_t statement,
            const std::string& swap);
  bool takes_turns(const Statement& loop, const Launch& launch, const std::string& name) const;
};

}  // namespace warpgrade::remedy

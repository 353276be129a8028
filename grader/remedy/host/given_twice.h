// A launch that gives one buffer to a kernel twice, which so overwrites what it still reads.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class GivenTwice : Proposer {
 public:
  using Proposer::Proposer;
  /// `k<<<…>>>(old, new)` for `k<<<…>>>(new, new)`; for objects that own their memory also a swap
  /// of the two behind the launch.
  void other_buffer();

 private:
  void give_other(const Function& f, const Launch& launch, Range one, const std::string& other);
  std::vector<std::string> of_the_same_type(const Function& f, std::size_t use) const;
};

}  // namespace warpgrade::remedy

// Where copies begin: offsets that are missing.
#pragma once

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Offsets : Proposer {
 public:
  using Proposer::Proposer;

  /// Tries `p + plane` where a copy takes `p`, with the offsets that other copies of the function
  /// use.
  void of_copies();

 private:
  bool is_known(const Function& f, const std::string& offset, std::size_t token) const;
};

}  // namespace warpgrade::remedy

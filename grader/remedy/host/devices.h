// Changes to the device that host code allocates on.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Devices : Proposer {
 public:
  using Proposer::Proposer;

  /// Adds `cudaSetDevice(dev[d]);`, as the function says elsewhere, before it allocates: at the
  /// beginning of a loop, or before one allocation.
  void set_before_allocations();

 private:
  std::vector<std::string> calls(const Function& f) const;
};

}  // namespace warpgrade::remedy

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

  /// Adds `cudaSetDevice(half.device);` before a launch that is given `half.u`.
  void set_before_launches();

  /// Adds `cudaSetDevice(half.device);` before `cudaStreamCreate(&half.stream)`, `cudaSetDevice(d)`
  /// before that of `streams[d]`; and for events.
  void set_before_streams();

 private:
  std::vector<std::string> devices_beside(std::size_t token) const;
  std::vector<std::string> calls(const Function& f) const;
};

}  // namespace warpgrade::remedy

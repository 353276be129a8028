// Changes to what waits for what on the device: where an event is recorded, and a host that waits
// before it launches.
#pragma once

#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Streams : Proposer {
 public:
  using Proposer::Proposer;
  /// `cudaEventRecord(…);` behind the launch that it stands before.
  void events_after_launches();
  /// The host waits before each launch of a kernel that has one of these lines.
  void waits_before_launches(const std::vector<int>& lines);

 private:
  std::size_t launch_behind(const Function& f, std::size_t statement) const;
};

}  // namespace warpgrade::remedy

// Changes to synchronization on the device: the stream of a launch, where an event is recorded, and
// whether the host waits before a launch.
#pragma once

#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Streams : Proposer {
 public:
  using Proposer::Proposer;
  /// Moves `cudaEventRecord(…);` from before a launch or a copy to after it.
  void events_after_work();
  /// Lets another stream wait for an event than the one that records it.
  void waits_of_another_stream();
  /// Puts launches without a stream into the one that the function's copies use.
  void launches_in_the_stream();
  /// Makes the host wait before each launch of a kernel that contains one of these lines.
  void waits_before_launches(const std::vector<int>& lines);

 private:
  void waits_of_the_other_half(const Function& f, Range stream, Range event);
  std::vector<std::string> streams_of_copies(const Function& f) const;
  std::vector<std::size_t> work_behind(const Function& f, std::size_t statement) const;
};

}  // namespace warpgrade::remedy

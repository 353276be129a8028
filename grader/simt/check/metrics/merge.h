// Makes of the traces of a warp's lanes what the warp would have executed.
#pragma once

#include <cstdint>
#include <vector>

#include "check/metrics/merge_event.h"
#include "check/metrics/metrics_sums.h"

namespace simt::check {

/// Where in the code a lane is: kept from one merge to the next.
struct LanePosition {
  struct Caller {
    std::uint64_t block;
    std::uint32_t depth;
  };
  std::uint64_t block = 0;  // the basic block's event: 0 before the first
  std::uint32_t depth = 0;
  std::vector<Caller> callers;  // the blocks that wait for a call to return, outermost first
};

/// Adds to `sums` what the lanes did. `trace` and `position` are of the warp's 32 lanes; each trace
/// ends with end_of_trace, or with more_to_come: then what follows from the lane's next event is
/// left for the next merge, and `trace` tells from where on. `counted_lanes`, kept from one merge
/// to the next: lanes that are known to be at their next event, so that going there was counted.
void merge_lanes(const Event** trace, LanePosition* position, std::uint32_t lanes,
                 std::uint32_t& counted_lanes, Sums& sums);

}  // namespace simt::check

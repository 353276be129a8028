// Merges the traces of a warp's lanes into what the warp would execute.
#pragma once

#include <cstdint>
#include <vector>

#include "check/metrics/merge_event.h"
#include "check/metrics/metrics_sums.h"

namespace simt::check {

/// A lane's position in the code, kept between merges.
struct LanePosition {
  struct Caller {
    std::uint64_t block;
    std::uint32_t depth;
  };
  std::uint64_t block = 0;  // event of its basic block; 0 before the first
  std::uint32_t depth = 0;
  std::vector<Caller> callers;  // blocks that wait for a call to return, outermost first
};

/// Adds the lanes' work to `sums`. `trace` and `position` have an entry for each of the 32 lanes;
/// each trace ends with end_of_trace or more_to_come. In the latter case, what depends on the
/// lane's next event is left for the next merge, and `trace` is advanced to it. `counted_lanes` is
/// kept between merges: lanes already counted as having moved to their next event.
void merge_lanes(const Event** trace, LanePosition* position, std::uint32_t lanes,
                 std::uint32_t& counted_lanes, Sums& sums);

}  // namespace simt::check

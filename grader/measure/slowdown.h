// Detects that a submission's process slows down reference windows.
#pragma once

#include <algorithm>
#include <vector>

#include "measure/ratio.h"

namespace warpgrade {

/// `beside`: seconds of reference windows run while the submission's process existed; `alone`: of
/// some without it. The process may leave work in the device's queues that runs during others'
/// windows. Its effect on their median is detected if it exceeds their own variation and `unseen`,
/// seconds.
inline bool slowed(const std::vector<double>& beside, const std::vector<double>& alone,
                   double unseen) {
  return !beside.empty() && !alone.empty() &&
         median(beside) > *std::max_element(alone.begin(), alone.end()) + unseen;
}

}  // namespace warpgrade

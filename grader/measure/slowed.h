// Whether a program of ours was slowed down while a submission's process was there.
#pragma once

#include <algorithm>
#include <vector>

#include "measure/ratio.h"

namespace warpgrade {

/// Seconds of windows that were played beside the submission's, and of some while it had no
/// process. Its process may leave work in the device's queues that begins when others have their
/// turn; what that adds to the middle of their windows is seen here if it is more than they differ
/// by themselves and `unseen`, seconds.
inline bool slowed(const std::vector<double>& beside, const std::vector<double>& alone,
                   double unseen) {
  return !beside.empty() && !alone.empty() &&
         median(beside) > *std::max_element(alone.begin(), alone.end()) + unseen;
}

}  // namespace warpgrade

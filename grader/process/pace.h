// Estimates how long a call will take from earlier calls.
#pragma once

#include "lab/problem.h"

namespace warpgrade {

/// For one function. Its time grows with the work that the lab counts for a case.
class Pace {
 public:
  void note(const Work& work, double seconds) {
    // The longer a call, the less of it is what every call costs.
    if (amount(work) <= 0 || seconds <= longest_) return;
    longest_ = seconds;
    of_one_ = seconds / amount(work);
  }

  /// 0 if unknown so far.
  double seconds(const Work& work) const { return amount(work) * of_one_; }

 private:
  static double amount(const Work& work) { return work.flops + work.bytes; }

  double longest_ = 0, of_one_ = 0;  // seconds
};

}  // namespace warpgrade

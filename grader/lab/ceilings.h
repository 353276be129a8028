// The measured limits of a device: the roofline that times are compared with.
#pragma once

#include <algorithm>

#include "lab/problem.h"
#include "lab/real.h"

namespace warpgrade {

struct Ceilings {
  double bytes_per_second = 0;  // device memory copy, counting reads and writes
  double flops_f32 = 0;         // per second, counting a multiply-add twice, without tensor cores
  double flops_f64 = 0;
  double host_bytes_per_second = 0;  // copy from pinned host memory; 0: not measured

  /// A lower bound on the seconds for that much work.
  double seconds_for(const Work& work, Real real) const {
    return std::max(work.bytes / bytes_per_second,
                    work.flops / (real == Real::f32 ? flops_f32 : flops_f64));
  }
};

}  // namespace warpgrade

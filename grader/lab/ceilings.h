// What a device can do at most, measured: the roofline that times are compared with.
#pragma once

#include <algorithm>

#include "lab/problem.h"
#include "lab/real.h"

namespace warpgrade {

struct Ceilings {
  double bytes_per_second = 0;  // copying within the device's memory, reads and writes counted
  double flops_f32 = 0;         // per second, a multiply-add counted twice, no tensor cores
  double flops_f64 = 0;
  double host_bytes_per_second = 0;  // of a copy from pinned host memory; 0: not measured

  /// The least seconds that so much work takes.
  double seconds_for(const Work& work, Real real) const {
    return std::max(work.bytes / bytes_per_second,
                    work.flops / (real == Real::f32 ? flops_f32 : flops_f64));
  }
};

}  // namespace warpgrade

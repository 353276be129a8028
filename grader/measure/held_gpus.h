// GPUs reserved for one grade.
#pragma once

#include <functional>
#include <vector>

#include "gpus/gpu.h"
#include "measure/device_lock.h"

namespace warpgrade {

/// Returns a sandbox that shows that many of the held GPUs.
using SandboxFor = std::function<Sandbox(int devices)>;

/// The GPUs of a measurement.
struct GpusInUse {
  SandboxFor sandbox_for;
  int first = 0;  // the driver's number
};

/// Reserves GPUs while it lives, for all users' graders.
class HeldGpus {
 public:
  /// Reserves `count` of `alike`, or all if there are fewer: whichever are free first. Throws
  /// GraderError.
  HeldGpus(const std::vector<Gpu>& alike, int count, const OnWait& on_wait);

  const std::vector<Gpu>& gpus() const { return gpus_; }

  /// The sandbox that shows only the first `count` of them.
  Sandbox sandbox_with(const Sandbox& sandbox, int count) const;

 private:
  HeldDevices held_;
  std::vector<Gpu> gpus_;
};

}  // namespace warpgrade

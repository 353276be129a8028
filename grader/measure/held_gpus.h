// GPUs that are one grade's alone.
#pragma once

#include <functional>
#include <vector>

#include "gpus/gpu.h"
#include "measure/device_lock.h"

namespace warpgrade {

/// The sandbox that shows so many of the GPUs that are held.
using SandboxFor = std::function<Sandbox(int devices)>;

/// Those of them that one measures on.
struct GpusInUse {
  SandboxFor sandbox_for;
  int first = 0;  // as the driver counts
};

/// While it lives other graders, of all users, leave them alone.
class HeldGpus {
 public:
  /// `count` of `alike`, or as many as there are: whichever are free first. Throws GraderError.
  HeldGpus(const std::vector<Gpu>& alike, int count, const OnWait& on_wait);

  const std::vector<Gpu>& gpus() const { return gpus_; }

  /// The sandbox with the first `count` of them and no others.
  Sandbox shown_by(const Sandbox& sandbox, int count) const;

 private:
  HeldDevices held_;
  std::vector<Gpu> gpus_;
};

}  // namespace warpgrade

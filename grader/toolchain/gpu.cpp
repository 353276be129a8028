#include "toolchain/gpu.h"

#include "toolchain/nvml.h"

namespace warpgrade {

GpuInventory find_gpus() {
  GpuInventory found;
  const auto nvml = Nvml::open(&found.why_none);
  if (!nvml) return found;
  for (int device = 0; device < nvml->devices(); ++device) {
    const DeviceFacts facts = nvml->facts(device);
    if (facts.driver_version) found.driver = *facts.driver_version;
    if (!facts.name || !facts.capability) continue;
    Gpu gpu;
    gpu.name = *facts.name;
    gpu.major = *facts.capability / 10;
    gpu.minor = *facts.capability % 10;
    found.gpus.push_back(gpu);
  }
  if (found.gpus.empty()) found.why_none = "the NVIDIA driver sees no GPU";
  return found;
}

}  // namespace warpgrade

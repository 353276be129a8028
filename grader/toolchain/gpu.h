// The GPUs of this machine, by NVML (no CUDA context is made in this process).
#pragma once

#include <string>
#include <vector>

namespace warpgrade {

struct Gpu {
  std::string name;
  int major = 0;  // compute capability
  int minor = 0;
  int capability() const { return 10 * major + minor; }
};

struct GpuInventory {
  std::vector<Gpu> gpus;
  std::string driver;    // "580.159.03", or ""
  std::string why_none;  // when there is no GPU: a sentence
};

/// Never throws: a machine without a driver has no GPU.
GpuInventory find_gpus();

}  // namespace warpgrade

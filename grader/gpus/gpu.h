// The usable GPUs of this machine, found with NVML (without a CUDA context in this process).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpus/nvml.h"
#include "sandbox/sandbox.h"

namespace warpgrade {

struct Gpu {
  std::string name;
  int major = 0;  // compute capability
  int minor = 0;
  int number = 0;           // the driver's number
  std::string id;           // its id for CUDA_VISIBLE_DEVICES; "": unknown
  std::optional<int> node;  // N of /dev/nvidiaN
  unsigned long long memory_bytes = 0;
  int capability() const { return 10 * major + minor; }
};

struct GpuInventory {
  std::vector<Gpu> gpus;
  std::string driver;    // "580.159.03", or ""
  std::string why_none;  // why there is no GPU, in a sentence
};

/// GPUs of one model, so that times are comparable: those in CUDA_VISIBLE_DEVICES that equal its
/// first one, in its order, with nvidia-smi's numbers; without that variable, the model with the
/// most memory. Never throws: a machine without a driver has no GPU.
GpuInventory find_gpus();

/// The same for given devices. `visible`: CUDA_VISIBLE_DEVICES, or null.
GpuInventory select_gpus(const Nvml& nvml, const char* visible);

/// The view of a sandbox that shows only these GPUs.
GpuView gpu_view(const std::vector<Gpu>& gpus);

}  // namespace warpgrade

// The GPUs of this machine that we may use, by NVML (no CUDA context is made in this process).
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
  int number = 0;           // as the driver counts
  std::string id;           // as CUDA_VISIBLE_DEVICES takes it; "": it cannot be told from others
  std::optional<int> node;  // N of /dev/nvidiaN
  unsigned long long memory_bytes = 0;
  int capability() const { return 10 * major + minor; }
};

struct GpuInventory {
  std::vector<Gpu> gpus;
  std::string driver;    // "580.159.03", or ""
  std::string why_none;  // when there is no GPU: a sentence
};

/// GPUs of one kind, on which times mean the same: those that CUDA_VISIBLE_DEVICES lists and that
/// are like its first one, in its order, numbers as nvidia-smi counts; without it, of the kind that
/// has the most memory. Never throws: a machine without a driver has no GPU.
GpuInventory find_gpus();

/// The same of a driver's devices. `visible`: CUDA_VISIBLE_DEVICES, or null.
GpuInventory gpus_of(const Nvml& nvml, const char* visible);

/// What a sandbox shows that has these and no others.
GpuView view_of(const std::vector<Gpu>& gpus);

}  // namespace warpgrade

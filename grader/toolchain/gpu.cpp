#include "toolchain/gpu.h"

#include <dlfcn.h>

namespace warpgrade {
namespace {

// The part of NVML's interface that is used (NVML API reference, device queries); the library comes
// with the driver, its header only with the toolkit, which a machine may not have.
using Device = struct nvmlDevice_st*;

template <class Function>
bool load(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace

GpuInventory find_gpus() {
  GpuInventory found;
  void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    found.why_none = "no NVIDIA driver is installed";
    return found;
  }
  int (*init)() = nullptr;
  int (*shutdown)() = nullptr;
  int (*count_of)(unsigned*) = nullptr;
  int (*handle_of)(unsigned, Device*) = nullptr;
  int (*name_of)(Device, char*, unsigned) = nullptr;
  int (*capability_of)(Device, int*, int*) = nullptr;
  int (*driver_of)(char*, unsigned) = nullptr;
  const bool complete = load(library, "nvmlInit_v2", init) &&
                        load(library, "nvmlShutdown", shutdown) &&
                        load(library, "nvmlDeviceGetCount_v2", count_of) &&
                        load(library, "nvmlDeviceGetHandleByIndex_v2", handle_of) &&
                        load(library, "nvmlDeviceGetName", name_of) &&
                        load(library, "nvmlDeviceGetCudaComputeCapability", capability_of) &&
                        load(library, "nvmlSystemGetDriverVersion", driver_of);
  if (!complete || init() != 0) {
    found.why_none = "the NVIDIA driver does not answer";
    dlclose(library);
    return found;
  }
  char text[96] = {};
  if (driver_of(text, sizeof text) == 0) found.driver = text;
  unsigned count = 0;
  count_of(&count);
  for (unsigned i = 0; i < count; ++i) {
    Device device = nullptr;
    Gpu gpu;
    if (handle_of(i, &device) != 0 || name_of(device, text, sizeof text) != 0 ||
        capability_of(device, &gpu.major, &gpu.minor) != 0) {
      continue;
    }
    gpu.name = text;
    found.gpus.push_back(gpu);
  }
  if (found.gpus.empty()) found.why_none = "the NVIDIA driver sees no GPU";
  shutdown();
  dlclose(library);
  return found;
}

}  // namespace warpgrade

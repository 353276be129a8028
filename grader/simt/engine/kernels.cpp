// Calls that identify kernels by address.
#include "simt/kernels.h"

#include <unordered_map>

#include "engine/api/api.h"
#include "engine/api/device_properties.h"
#include "engine/api/functions.h"
#include "engine/block.h"

namespace simt::detail {

namespace {

struct Noted {
  RunKernel run = nullptr;
  KernelFacts facts{nullptr};
};

std::unordered_map<const void*, Noted>& kernels() {
  static auto* all = new std::unordered_map<const void*, Noted>;
  return *all;
}

}  // namespace

void note_kernel(const void* kernel, RunKernel run, const KernelFacts& facts) {
  if (in_kernel()) return;
  const std::lock_guard guard(runtime_lock());
  Noted& known = kernels()[kernel];
  known.run = run;
  if (!facts.name) return;
  known.facts = facts;
  note_function(kernel, {facts.name, nullptr, 0, facts.max_threads, {0, 0, 0}});
}

Site find_site(const void* kernel, const char* call, const char* file, int line) {
  const auto known = kernels().find(kernel);
  if (known == kernels().end() || !known->second.facts.name)
    return {call, file, line, 1024, {0, 0, 0}};
  const KernelFacts& f = known->second.facts;
  return {f.name, file, line, f.max_threads, f.cluster};
}

cudaError_t launch_by_address(const void* kernel, const Config& config, void** args,
                              const char* call, const char* file, int line) {
  const auto known = kernels().find(kernel);
  if (known == kernels().end()) {
    return api(call, file, line, [&] {
      set_refusal_reason({nullptr, "is given an address that is no kernel's"});
      // The answer of an H100 to the address of a host variable.
      return kernel == nullptr ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidResourceHandle;
    });
  }
  const bool submitted =
      known->second.run(kernel, find_site(kernel, call, file, line), config, args);
  return submitted ? cudaSuccess : cudaPeekAtLastError();
}

cudaError_t read_config(const cudaLaunchConfig_t* launch, Config* config) {
  if (!launch || (launch->numAttrs > 0 && !launch->attrs)) return cudaErrorInvalidValue;
  *config = Config(launch->gridDim, launch->blockDim, launch->dynamicSmemBytes, launch->stream);
  for (unsigned i = 0; i < launch->numAttrs; ++i) {
    const cudaLaunchAttributeValue& value = launch->attrs[i].val;
    if (launch->attrs[i].id == cudaLaunchAttributeCooperative)
      config->cooperative = value.cooperative != 0;
    if (launch->attrs[i].id == cudaLaunchAttributeProgrammaticStreamSerialization)
      config->programmatic = value.programmaticStreamSerializationAllowed != 0;
    if (launch->attrs[i].id == cudaLaunchAttributeClusterDimension)
      config->cluster = dim3(value.clusterDim.x, value.clusterDim.y, value.clusterDim.z);
  }
  return cudaSuccess;
}

namespace {

// The portable limit, unless the kernel allows larger clusters.
constexpr int largest_cluster = 8;

}  // namespace

}  // namespace simt::detail

using namespace simt::detail;

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* kernel,
                                                 const cudaLaunchConfig_t* launch, const char* file,
                                                 int line) {
  return api("cudaOccupancyMaxPotentialClusterSize", file, line, [&] {
    if (!size || !launch) return cudaErrorInvalidValue;
    if (!kernel) return cudaErrorInvalidDeviceFunction;
    *size = largest_cluster;
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* kernel,
                                           const cudaLaunchConfig_t* launch, const char* file,
                                           int line) {
  return api("cudaOccupancyMaxActiveClusters", file, line, [&] {
    simt::Config config(1, 1);
    if (!clusters || read_config(launch, &config) != cudaSuccess) return cudaErrorInvalidValue;
    if (!kernel) return cudaErrorInvalidDeviceFunction;
    const dim3 c =
        config.cluster.x != 0 ? config.cluster : find_site(kernel, "", nullptr, 0).cluster;
    const unsigned size = c.x * c.y * c.z == 0 ? 1 : c.x * c.y * c.z;
    const unsigned threads = config.block.x * config.block.y * config.block.z;
    *clusters =
        static_cast<int>(most_cooperative_blocks(static_cast<int>(threads), config.shared) / size);
    return cudaSuccess;
  });
}

void cudaGridDependencySynchronize() {
  if (checker && in_kernel()) checker->waits_for_grid_ahead(*self.block);
}

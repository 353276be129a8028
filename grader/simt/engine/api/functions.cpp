#include "engine/api/functions.h"

#include <unordered_map>

#include "engine/api/api.h"
#include "engine/api/device_properties.h"

namespace simt::detail {

namespace {

struct Known {
  unsigned max_threads = 1024;
  std::size_t dynamic_limit = max_shared_per_block;
  bool opted_in = false;  // to more than the default
  bool ran = false;
  std::size_t static_shared = 0;
};

std::unordered_map<const void*, Known>& functions() {
  static auto* all = new std::unordered_map<const void*, Known>;
  return *all;
}

}  // namespace

void note_function(const void* function, const Site& site) {
  if (function && site.max_threads != 1024) functions()[function].max_threads = site.max_threads;
}

std::size_t dynamic_shared_limit(const void* function) {
  // Without its address, a kernel cannot have raised its limit, so nothing is refused here.
  if (!function) return max_shared_opt_in;
  const auto at = functions().find(function);
  return at == functions().end() ? max_shared_per_block : at->second.dynamic_limit;
}

std::size_t shared_limit(const void* function) {
  const auto at = functions().find(function);
  const bool by_default = function && (at == functions().end() || !at->second.opted_in);
  return by_default ? max_shared_per_block : max_shared_opt_in;
}

std::size_t static_shared_bytes(const void* function) {
  const auto at = functions().find(function);
  return at == functions().end() ? 0 : at->second.static_shared;
}

void note_static_shared(const void* function, std::size_t bytes) {
  if (!function) return;
  Known& known = functions()[function];
  known.ran = true;
  if (bytes > known.static_shared) known.static_shared = bytes;
}

bool has_run(const void* function) {
  const auto at = functions().find(function);
  return at != functions().end() && at->second.ran;
}

cudaError_t function_set_attribute(const void* function, cudaFuncAttribute attribute, int value,
                                   const char* file, int line) {
  return api("cudaFuncSetAttribute", file, line, [&] {
    if (!function) return cudaErrorInvalidDeviceFunction;
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout)
      return value >= -1 && value <= 100 ? cudaSuccess : cudaErrorInvalidValue;
    if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed)
      return value == 0 || value == 1 ? cudaSuccess : cudaErrorInvalidValue;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
        static_cast<std::size_t>(value) > max_shared_opt_in)
      return cudaErrorInvalidValue;
    Known& known = functions()[function];
    known.dynamic_limit = static_cast<std::size_t>(value);
    known.opted_in = true;
    return cudaSuccess;
  });
}

cudaError_t function_get_attributes(cudaFuncAttributes* attributes, const void* function,
                                    const char* file, int line) {
  return api("cudaFuncGetAttributes", file, line, [&] {
    if (!attributes) return cudaErrorInvalidValue;
    if (!function) return cudaErrorInvalidDeviceFunction;
    const Known known = functions()[function];
    *attributes = {};
    attributes->maxThreadsPerBlock = static_cast<int>(known.max_threads);
    attributes->numRegs = 32;
    attributes->sharedSizeBytes = known.static_shared;
    attributes->ptxVersion = attributes->binaryVersion = 90;
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(known.dynamic_limit);
    attributes->preferredShmemCarveout = -1;
    return cudaSuccess;
  });
}

cudaError_t occupancy_blocks(int* blocks, const void* function, int block_size, std::size_t dynamic,
                             const char* file, int line) {
  return api("cudaOccupancyMaxActiveBlocksPerMultiprocessor", file, line, [&] {
    if (!blocks || block_size <= 0) return cudaErrorInvalidValue;
    if (!function) return cudaErrorInvalidDeviceFunction;
    const Known known = functions()[function];
    *blocks = static_cast<unsigned>(block_size) > known.max_threads
                  ? 0
                  : resident_blocks(block_size, dynamic);
    return cudaSuccess;
  });
}

}  // namespace simt::detail

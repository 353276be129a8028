// Devices, peer access, limits, versions.
#include "engine/api/api.h"
#include "engine/api/streams.h"
#include "engine/device_printf.h"
#include "engine/memory/address_space.h"
#include "engine/memory/allocations.h"
#include "engine/memory/device_heap.h"
#include "engine/memory/protection.h"
#include "simt/host.h"

using namespace simt::detail;

namespace {

bool valid(int device) { return device >= 0 && device < devices; }

simt::ErrorSite latest_reset{};

}  // namespace

cudaError_t cudaGetDeviceCount(int* count, const char* file, int line) {
  return api("cudaGetDeviceCount", file, line, [&] {
    if (!count) return cudaErrorInvalidValue;
    *count = devices;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int device, const char* file, int line) {
  return api("cudaSetDevice", file, line, [&] {
    if (!valid(device)) return cudaErrorInvalidDevice;
    set_current_device(device);
    return cudaSuccess;
  });
}

cudaError_t cudaGetDevice(int* device, const char* file, int line) {
  return api("cudaGetDevice", file, line, [&] {
    if (!device) return cudaErrorInvalidValue;
    *device = current_device();
    return cudaSuccess;
  });
}

simt::ErrorSite simt::latest_device_reset() { return latest_reset; }
void simt::forget_device_resets() { latest_reset = {}; }

cudaError_t cudaThreadExit() { return cudaDeviceReset(nullptr, 0); }

cudaError_t cudaDeviceReset(const char* file, int line) {
  const std::lock_guard lock(runtime_lock());
  current_call = {"cudaDeviceReset", file, line, nullptr};
  latest_reset = {"cudaDeviceReset", file, line};
  if (!sticky_error()) finish_everything();
  if (checker) checker->resetting();
  drop_everything();
  release_everything();
  clear_heaps();
  clear_sticky_error();
  cudaGetLastError();
  for (int d = 0; d < devices; ++d)
    for (int p = 0; p < devices; ++p) set_peer_enabled(d, p, false);
  return api("cudaDeviceReset", file, line, [] { return cudaSuccess; });
}

cudaError_t cudaSetDeviceFlags(unsigned, const char* file, int line) {
  return api("cudaSetDeviceFlags", file, line, [] { return cudaSuccess; });
}

namespace {

// cudaDeviceSetLimit() stores all of these; only the heap and printf limits have an effect.
std::size_t limits[] = {1024, 1048576, 0, 2, 2048, 64, 0};

}  // namespace

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value, const char* file, int line) {
  return api("cudaDeviceSetLimit", file, line, [&] {
    if (limit < 0 || limit > cudaLimitPersistingL2CacheSize) return cudaErrorUnsupportedLimit;
    if (limit == cudaLimitMallocHeapSize) return set_heap_limit(current_device(), value);
    if (limit == cudaLimitPrintfFifoSize) set_printf_limit(value);
    limits[limit] = value;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit, const char* file, int line) {
  return api("cudaDeviceGetLimit", file, line, [&] {
    if (!value) return cudaErrorInvalidValue;
    if (limit < 0 || limit > cudaLimitPersistingL2CacheSize) return cudaErrorUnsupportedLimit;
    *value = limit == cudaLimitMallocHeapSize ? heap_limit(current_device()) : limits[limit];
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache, const char* file, int line) {
  return api("cudaDeviceSetCacheConfig", file, line, [] { return cudaSuccess; });
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig, const char* file, int line) {
  return api("cudaDeviceSetSharedMemConfig", file, line, [] { return cudaSuccess; });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer, const char* file, int line) {
  return api("cudaDeviceCanAccessPeer", file, line, [&] {
    if (!can) return cudaErrorInvalidValue;
    if (!valid(device) || !valid(peer)) return cudaErrorInvalidDevice;
    *can = device != peer;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags, const char* file, int line) {
  return api("cudaDeviceEnablePeerAccess", file, line, [&] {
    if (flags != 0) return cudaErrorInvalidValue;
    if (!valid(peer) || peer == current_device()) return cudaErrorInvalidDevice;
    if (peer_enabled(current_device(), peer)) return cudaErrorPeerAccessAlreadyEnabled;
    set_peer_enabled(current_device(), peer, true);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer, const char* file, int line) {
  return api("cudaDeviceDisablePeerAccess", file, line, [&] {
    if (!valid(peer)) return cudaErrorInvalidDevice;
    if (!peer_enabled(current_device(), peer)) return cudaErrorPeerAccessNotEnabled;
    finish_everything();
    set_peer_enabled(current_device(), peer, false);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest, const char* file,
                                             int line) {
  return api("cudaDeviceGetStreamPriorityRange", file, line, [&] {
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return cudaSuccess;
  });
}

cudaError_t cudaDriverGetVersion(int* version, const char* file, int line) {
  return api("cudaDriverGetVersion", file, line, [&] {
    if (!version) return cudaErrorInvalidValue;
    *version = CUDA_VERSION;
    return cudaSuccess;
  });
}

cudaError_t cudaRuntimeGetVersion(int* version, const char* file, int line) {
  return api("cudaRuntimeGetVersion", file, line, [&] {
    if (!version) return cudaErrorInvalidValue;
    *version = CUDART_VERSION;
    return cudaSuccess;
  });
}

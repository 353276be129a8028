#include "simt/host_calls.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>

#include "engine/api/api.h"
#include "engine/api/device_properties.h"
#include "engine/api/functions.h"
#include "engine/api/streams.h"
#include "engine/graphs/graph_memory.h"
#include "engine/memory/address_space.h"
#include "engine/memory/allocations.h"
#include "engine/memory/pools.h"

struct CUmemPoolHandle_st {
  int device = 0;
  int reuse[3] = {1, 1, 1};
  unsigned long long threshold = 0, used = 0, used_high = 0;
};

namespace simt::detail {

namespace {

struct Pools {
  CUmemPoolHandle_st by_default[devices];
  cudaMemPool_t current[devices] = {};
  std::map<cudaMemPool_t, bool> all;
  std::map<const void*, std::pair<cudaMemPool_t, std::size_t>> of;
  Pools() {
    for (int d = 0; d < devices; ++d) {
      by_default[d].device = d;
      current[d] = &by_default[d];
      all[current[d]] = true;
    }
  }
};
Pools& pools() {
  static auto* p = new Pools;
  return *p;
}
bool is_device_number(int device) { return device >= 0 && device < devices; }
bool is_pool(cudaMemPool_t pool) { return pools().all.count(pool) != 0; }

unsigned long long* counter(CUmemPoolHandle_st& p, cudaMemPoolAttr attribute) {
  switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold:
      return &p.threshold;
    // Freed memory is returned at once, so reserved and used memory are equal.
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
      return &p.used;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
      return &p.used_high;
    default:
      return nullptr;
  }
}

}  // namespace

cudaError_t allocate_from_pool(void** pointer, std::size_t size, CUmemPoolHandle_st* pool) {
  if (!pointer) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (size == 0) return cudaSuccess;
  if (!pool) pool = pools().current[current_device()];
  if (!is_pool(pool)) return cudaErrorInvalidValue;
  if (const cudaError_t e = allocate(device_space(pool->device), pool->device, size, pointer))
    return e;
  pool->used += size;
  pool->used_high = std::max(pool->used_high, pool->used);
  pools().of[*pointer] = {pool, size};
  return cudaSuccess;
}

void leave_pool(const void* pointer) {
  const auto at = pools().of.find(pointer);
  if (at == pools().of.end()) return;
  if (is_pool(at->second.first)) at->second.first->used -= at->second.second;
  pools().of.erase(at);
}

}  // namespace simt::detail

using namespace simt::detail;

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device, const char* file,
                                        int line) {
  return api("cudaDeviceGetDefaultMemPool", file, line, [&] {
    if (!pool) return cudaErrorInvalidValue;
    if (!is_device_number(device)) return cudaErrorInvalidDevice;
    *pool = &pools().by_default[device];
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device, const char* file, int line) {
  return api("cudaDeviceGetMemPool", file, line, [&] {
    if (!pool) return cudaErrorInvalidValue;
    if (!is_device_number(device)) return cudaErrorInvalidDevice;
    *pool = pools().current[device];
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool, const char* file, int line) {
  return api("cudaDeviceSetMemPool", file, line, [&] {
    if (!is_device_number(device)) return cudaErrorInvalidDevice;
    if (!is_pool(pool) || pool->device != device) return cudaErrorInvalidValue;
    pools().current[device] = pool;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* props, const char* file,
                              int line) {
  return api("cudaMemPoolCreate", file, line, [&] {
    if (!pool || !props || props->allocType != cudaMemAllocationTypePinned ||
        props->location.type != cudaMemLocationTypeDevice || !is_device_number(props->location.id))
      return cudaErrorInvalidValue;
    *pool = new CUmemPoolHandle_st;
    (*pool)->device = props->location.id;
    pools().all[*pool] = false;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool, const char* file, int line) {
  return api("cudaMemPoolDestroy", file, line, [&] {
    const auto at = pools().all.find(pool);
    if (at == pools().all.end() || at->second) return cudaErrorInvalidValue;
    if (pools().current[pool->device] == pool)
      pools().current[pool->device] = &pools().by_default[pool->device];
    pools().all.erase(at);
    delete pool;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value,
                                    const char* file, int line) {
  return api("cudaMemPoolSetAttribute", file, line, [&] {
    if (!is_pool(pool) || !value) return cudaErrorInvalidValue;
    if (attribute >= cudaMemPoolReuseFollowEventDependencies &&
        attribute <= cudaMemPoolReuseAllowInternalDependencies) {
      pool->reuse[attribute - 1] = *static_cast<int*>(value);
      return cudaSuccess;
    }
    const unsigned long long wanted = *static_cast<unsigned long long*>(value);
    if (attribute == cudaMemPoolAttrReleaseThreshold) {
      pool->threshold = wanted;
    } else if (attribute == cudaMemPoolAttrUsedMemHigh ||
               attribute == cudaMemPoolAttrReservedMemHigh) {
      if (wanted != 0) return cudaErrorInvalidValue;  // the high-water mark can only be reset
      pool->used_high = pool->used;
    } else {
      return cudaErrorInvalidValue;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value,
                                    const char* file, int line) {
  return api("cudaMemPoolGetAttribute", file, line, [&] {
    if (!is_pool(pool) || !value) return cudaErrorInvalidValue;
    if (attribute >= cudaMemPoolReuseFollowEventDependencies &&
        attribute <= cudaMemPoolReuseAllowInternalDependencies) {
      *static_cast<int*>(value) = pool->reuse[attribute - 1];
      return cudaSuccess;
    }
    const unsigned long long* const found = counter(*pool, attribute);
    if (!found) return cudaErrorInvalidValue;
    *static_cast<unsigned long long*>(value) = *found;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t, const char* file, int line) {
  return api("cudaMemPoolTrimTo", file, line,
             [&] { return is_pool(pool) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* access, size_t count,
                                 const char* file, int line) {
  return api("cudaMemPoolSetAccess", file, line, [&] {
    if (!is_pool(pool) || (count > 0 && !access)) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i)
      if (!is_device_number(access[i].location.id)) return cudaErrorInvalidDevice;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location, const char* file, int line) {
  return api("cudaMemPoolGetAccess", file, line, [&] {
    if (!is_pool(pool) || !flags || !location) return cudaErrorInvalidValue;
    *flags =
        location->id == pool->device ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
    return cudaSuccess;
  });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream, const char* file, int line) {
  return api("cudaMallocFromPoolAsync", file, line, [&] {
    CUstream_st* const s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (!is_pool(pool)) return cudaErrorInvalidValue;
    if (s->capture) return allocate_in_capture(*s, size, pointer);
    return allocate_from_pool(pointer, size, pool);
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority, const char* file, int line) {
  return api("cudaStreamGetPriority", file, line, [&] {
    const CUstream_st* const s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (!priority) return cudaErrorInvalidValue;
    *priority = s->priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags, const char* file, int line) {
  return api("cudaStreamGetFlags", file, line, [&] {
    const CUstream_st* const s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (!flags) return cudaErrorInvalidValue;
    *flags = s->blocking ? cudaStreamDefault : cudaStreamNonBlocking;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id, const char* file,
                            int line) {
  return api("cudaStreamGetId", file, line, [&] {
    const CUstream_st* const s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (!id) return cudaErrorInvalidValue;
    *id = reinterpret_cast<unsigned long long>(s);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device, const char* file, int line) {
  return api("cudaStreamGetDevice", file, line, [&] {
    const CUstream_st* const s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (!device) return cudaErrorInvalidValue;
    *device = s->device;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t, unsigned,
                                     const char* file, int line) {
  return api("cudaStreamAttachMemAsync", file, line, [&] {
    if (!find_stream(stream)) return cudaErrorInvalidResourceHandle;
    const Allocation* const a = find_allocation(pointer);
    return a && a->space == Space::managed ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID,
                                   const cudaStreamAttrValue* value, const char* file, int line) {
  return api("cudaStreamSetAttribute", file, line, [&] {
    if (!find_stream(stream)) return cudaErrorInvalidResourceHandle;
    return value ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaCtxResetPersistingL2Cache(const char* file, int line) {
  return api("cudaCtxResetPersistingL2Cache", file, line, [] { return cudaSuccess; });
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device, int peer,
                                      const char* file, int line) {
  return api("cudaDeviceGetP2PAttribute", file, line, [&] {
    if (!value || attribute < 1 || attribute > 4) return cudaErrorInvalidValue;
    if (!is_device_number(device) || !is_device_number(peer) || device == peer)
      return cudaErrorInvalidDevice;
    *value = attribute == cudaDevP2PAttrPerformanceRank ? 0 : 1;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device, const char* file, int line) {
  return api("cudaDeviceGetPCIBusId", file, line, [&] {
    if (!text || length < 13) return cudaErrorInvalidValue;
    if (!is_device_number(device)) return cudaErrorInvalidDevice;
    std::snprintf(text, static_cast<std::size_t>(length), "0000:%02X:00.0", 1 + device);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text, const char* file, int line) {
  return api("cudaDeviceGetByPCIBusId", file, line, [&] {
    unsigned domain = 0, bus = 0;
    if (!device || !text) return cudaErrorInvalidValue;
    const bool whole = std::sscanf(text, "%x:%x:", &domain, &bus) == 2;
    if (!whole || domain != 0 || bus < 1 || bus > static_cast<unsigned>(devices))
      return cudaErrorInvalidDevice;
    *device = static_cast<int>(bus) - 1;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config, const char* file, int line) {
  return api("cudaDeviceGetCacheConfig", file, line, [&] {
    if (!config) return cudaErrorInvalidValue;
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config, const char* file, int line) {
  return api("cudaDeviceGetSharedMemConfig", file, line, [&] {
    if (!config) return cudaErrorInvalidValue;
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags, const char* file, int line) {
  return api("cudaGetDeviceFlags", file, line, [&] {
    if (!flags) return cudaErrorInvalidValue;
    *flags = cudaDeviceScheduleAuto | cudaDeviceMapHost;
    return cudaSuccess;
  });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted, const char* file,
                             int line) {
  return api("cudaChooseDevice", file, line, [&] {
    if (!device || !wanted) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned, const char* file, int line) {
  return api("cudaInitDevice", file, line,
             [&] { return is_device_number(device) ? cudaSuccess : cudaErrorInvalidDevice; });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host, const char* file, int line) {
  return api("cudaHostGetFlags", file, line, [&] {
    const Allocation* const a = find_allocation(host);
    if (!flags || !a || a->space != Space::pinned) return cudaErrorInvalidValue;
    *flags = cudaHostAllocMapped;
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* kernel, int blocks,
                                                      int block_size, const char* file, int line) {
  return api("cudaOccupancyAvailableDynamicSMemPerBlock", file, line, [&] {
    if (!bytes || blocks <= 0 || block_size <= 0) return cudaErrorInvalidValue;
    if (!kernel) return cudaErrorInvalidDeviceFunction;
    if (resident_blocks(block_size, 0) < blocks) return cudaErrorInvalidValue;
    const std::size_t each =
        shared_per_multiprocessor / static_cast<std::size_t>(blocks) / 128 * 128;
    const std::size_t taken = reserved_shared_per_block + static_shared_bytes(kernel);
    *bytes = std::min(each > taken ? each - taken : 0, dynamic_shared_limit(kernel));
    return cudaSuccess;
  });
}

#include "device_properties.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "address_space.h"
#include "api.h"

namespace simt::detail {

std::size_t device_memory_size() {
  static const std::size_t size = [] {
    const char* text = std::getenv("SIMT_DEVICE_MEMORY");
    if (!text) return std::size_t{8} << 30;
    char* end;
    std::size_t n = std::strtoull(text, &end, 10);
    if (*end == 'K' || *end == 'k') n <<= 10;
    if (*end == 'M' || *end == 'm') n <<= 20;
    if (*end == 'G' || *end == 'g') n <<= 30;
    return n;
  }();
  return size;
}

int resident_blocks(int threads, std::size_t shared_bytes) {
  if (threads <= 0) return 0;
  const int warps = (threads + 31) / 32;
  int blocks = std::min(max_blocks_per_multiprocessor, max_threads_per_multiprocessor / 32 / warps);
  const std::size_t each = round_up(shared_bytes + reserved_shared_per_block, 128);
  return std::min(blocks, static_cast<int>(shared_per_multiprocessor / each));
}

std::size_t most_cooperative_blocks(int threads, std::size_t shared_bytes) {
  return static_cast<std::size_t>(multiprocessors) *
         static_cast<std::size_t>(resident_blocks(threads, shared_bytes));
}

namespace {

cudaDeviceProp properties(int device) {
  cudaDeviceProp p{};
  std::snprintf(p.name, sizeof p.name, "Warpgrade SIMT engine (virtual device %d)", device);
  std::memset(p.uuid.bytes, 0x57 + device, sizeof p.uuid.bytes);
  p.totalGlobalMem = device_memory_size();
  p.sharedMemPerBlock = max_shared_per_block;
  p.regsPerBlock = 65536;
  p.warpSize = 32;
  p.memPitch = 2147483647;
  p.maxThreadsPerBlock = 1024;
  for (int i = 0; i < 3; ++i) {
    p.maxThreadsDim[i] = static_cast<int>(max_block_dim[i]);
    p.maxGridSize[i] = static_cast<int>(max_grid_dim[i]);
  }
  p.clockRate = 1980000;
  p.totalConstMem = 65536;
  p.major = 9;
  p.minor = 0;
  p.textureAlignment = 512;
  p.texturePitchAlignment = 32;
  p.deviceOverlap = 1;
  p.multiProcessorCount = multiprocessors;
  p.canMapHostMemory = 1;
  p.maxTexture1D = 131072;
  p.maxTexture2D[0] = 131072;
  p.maxTexture2D[1] = 65536;
  p.maxTexture3D[0] = p.maxTexture3D[1] = p.maxTexture3D[2] = 16384;
  p.surfaceAlignment = 512;
  p.concurrentKernels = 1;
  p.ECCEnabled = 1;
  p.pciBusID = 1 + device;
  p.asyncEngineCount = 3;
  p.unifiedAddressing = 1;
  p.memoryClockRate = 2619000;
  p.memoryBusWidth = 5120;
  p.l2CacheSize = 50 << 20;
  p.maxThreadsPerMultiProcessor = max_threads_per_multiprocessor;
  p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;
  p.sharedMemPerMultiprocessor = shared_per_multiprocessor;
  p.regsPerMultiprocessor = 65536;
  p.managedMemory = 1;
  p.singleToDoublePrecisionPerfRatio = 2;
  p.cooperativeLaunch = 1;
  p.clusterLaunch = 1;
  p.concurrentManagedAccess = 1;
  p.computePreemptionSupported = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.sharedMemPerBlockOptin = max_shared_opt_in;
  p.maxBlocksPerMultiProcessor = max_blocks_per_multiprocessor;
  p.reservedSharedMemPerBlock = reserved_shared_per_block;
  p.hostRegisterSupported = 1;
  p.memoryPoolsSupported = 1;
  return p;
}

bool attribute(const cudaDeviceProp& p, cudaDeviceAttr which, int* value) {
  const auto bytes = [](std::size_t n) { return static_cast<int>(n); };
  switch (which) {
    case cudaDevAttrMaxThreadsPerBlock:
      *value = p.maxThreadsPerBlock;
      break;
    case cudaDevAttrMaxBlockDimX:
      *value = p.maxThreadsDim[0];
      break;
    case cudaDevAttrMaxBlockDimY:
      *value = p.maxThreadsDim[1];
      break;
    case cudaDevAttrMaxBlockDimZ:
      *value = p.maxThreadsDim[2];
      break;
    case cudaDevAttrMaxGridDimX:
      *value = p.maxGridSize[0];
      break;
    case cudaDevAttrMaxGridDimY:
      *value = p.maxGridSize[1];
      break;
    case cudaDevAttrMaxGridDimZ:
      *value = p.maxGridSize[2];
      break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      *value = bytes(p.sharedMemPerBlock);
      break;
    case cudaDevAttrTotalConstantMemory:
      *value = bytes(p.totalConstMem);
      break;
    case cudaDevAttrWarpSize:
      *value = p.warpSize;
      break;
    case cudaDevAttrMaxPitch:
      *value = bytes(p.memPitch);
      break;
    case cudaDevAttrMaxRegistersPerBlock:
      *value = p.regsPerBlock;
      break;
    case cudaDevAttrClockRate:
      *value = p.clockRate;
      break;
    case cudaDevAttrTextureAlignment:
      *value = bytes(p.textureAlignment);
      break;
    case cudaDevAttrGpuOverlap:
      *value = p.deviceOverlap;
      break;
    case cudaDevAttrMultiProcessorCount:
      *value = p.multiProcessorCount;
      break;
    case cudaDevAttrKernelExecTimeout:
      *value = p.kernelExecTimeoutEnabled;
      break;
    case cudaDevAttrIntegrated:
      *value = p.integrated;
      break;
    case cudaDevAttrCanMapHostMemory:
      *value = p.canMapHostMemory;
      break;
    case cudaDevAttrComputeMode:
      *value = p.computeMode;
      break;
    case cudaDevAttrConcurrentKernels:
      *value = p.concurrentKernels;
      break;
    case cudaDevAttrEccEnabled:
      *value = p.ECCEnabled;
      break;
    case cudaDevAttrPciBusId:
      *value = p.pciBusID;
      break;
    case cudaDevAttrPciDeviceId:
      *value = p.pciDeviceID;
      break;
    case cudaDevAttrPciDomainId:
      *value = p.pciDomainID;
      break;
    case cudaDevAttrTccDriver:
      *value = p.tccDriver;
      break;
    case cudaDevAttrMemoryClockRate:
      *value = p.memoryClockRate;
      break;
    case cudaDevAttrGlobalMemoryBusWidth:
      *value = p.memoryBusWidth;
      break;
    case cudaDevAttrL2CacheSize:
      *value = p.l2CacheSize;
      break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = p.maxThreadsPerMultiProcessor;
      break;
    case cudaDevAttrAsyncEngineCount:
      *value = p.asyncEngineCount;
      break;
    case cudaDevAttrUnifiedAddressing:
      *value = p.unifiedAddressing;
      break;
    case cudaDevAttrComputeCapabilityMajor:
      *value = p.major;
      break;
    case cudaDevAttrComputeCapabilityMinor:
      *value = p.minor;
      break;
    case cudaDevAttrStreamPrioritiesSupported:
      *value = p.streamPrioritiesSupported;
      break;
    case cudaDevAttrGlobalL1CacheSupported:
      *value = p.globalL1CacheSupported;
      break;
    case cudaDevAttrLocalL1CacheSupported:
      *value = p.localL1CacheSupported;
      break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      *value = bytes(p.sharedMemPerMultiprocessor);
      break;
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      *value = p.regsPerMultiprocessor;
      break;
    case cudaDevAttrManagedMemory:
      *value = p.managedMemory;
      break;
    case cudaDevAttrIsMultiGpuBoard:
      *value = p.isMultiGpuBoard;
      break;
    case cudaDevAttrMultiGpuBoardGroupID:
      *value = p.multiGpuBoardGroupID;
      break;
    case cudaDevAttrHostNativeAtomicSupported:
      *value = p.hostNativeAtomicSupported;
      break;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
      *value = p.singleToDoublePrecisionPerfRatio;
      break;
    case cudaDevAttrPageableMemoryAccess:
      *value = p.pageableMemoryAccess;
      break;
    case cudaDevAttrConcurrentManagedAccess:
      *value = p.concurrentManagedAccess;
      break;
    case cudaDevAttrComputePreemptionSupported:
      *value = p.computePreemptionSupported;
      break;
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
      *value = p.canUseHostPointerForRegisteredMem;
      break;
    case cudaDevAttrCooperativeLaunch:
      *value = p.cooperativeLaunch;
      break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = bytes(p.sharedMemPerBlockOptin);
      break;
    case cudaDevAttrHostRegisterSupported:
      *value = p.hostRegisterSupported;
      break;
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables:
      *value = 0;
      break;
    case cudaDevAttrDirectManagedMemAccessFromHost:
      *value = 0;
      break;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      *value = p.maxBlocksPerMultiProcessor;
      break;
    case cudaDevAttrReservedSharedMemoryPerBlock:
      *value = bytes(p.reservedSharedMemPerBlock);
      break;
    case cudaDevAttrMemoryPoolsSupported:
      *value = p.memoryPoolsSupported;
      break;
    case cudaDevAttrClusterLaunch:
      *value = p.clusterLaunch;
      break;
    default:
      return false;
  }
  return true;
}

}  // namespace

}  // namespace simt::detail

using simt::detail::api;

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device, const char* file, int line) {
  return api("cudaGetDeviceProperties", file, line, [&] {
    if (!prop) return cudaErrorInvalidValue;
    if (device < 0 || device >= simt::detail::devices) return cudaErrorInvalidDevice;
    *prop = simt::detail::properties(device);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int device, const char* file,
                                   int line) {
  return api("cudaDeviceGetAttribute", file, line, [&] {
    if (!value) return cudaErrorInvalidValue;
    if (device < 0 || device >= simt::detail::devices) return cudaErrorInvalidDevice;
    static const cudaDeviceProp p = simt::detail::properties(0);
    return simt::detail::attribute(p, which, value) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

#include "engine/api/device_properties.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "engine/api/api.h"
#include "engine/memory/address_space.h"

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

constexpr std::pair<cudaDeviceAttr, int cudaDeviceProp::*> number_attributes[] = {
    {cudaDevAttrMaxThreadsPerBlock, &cudaDeviceProp::maxThreadsPerBlock},
    {cudaDevAttrWarpSize, &cudaDeviceProp::warpSize},
    {cudaDevAttrMaxRegistersPerBlock, &cudaDeviceProp::regsPerBlock},
    {cudaDevAttrClockRate, &cudaDeviceProp::clockRate},
    {cudaDevAttrGpuOverlap, &cudaDeviceProp::deviceOverlap},
    {cudaDevAttrMultiProcessorCount, &cudaDeviceProp::multiProcessorCount},
    {cudaDevAttrKernelExecTimeout, &cudaDeviceProp::kernelExecTimeoutEnabled},
    {cudaDevAttrIntegrated, &cudaDeviceProp::integrated},
    {cudaDevAttrCanMapHostMemory, &cudaDeviceProp::canMapHostMemory},
    {cudaDevAttrComputeMode, &cudaDeviceProp::computeMode},
    {cudaDevAttrConcurrentKernels, &cudaDeviceProp::concurrentKernels},
    {cudaDevAttrEccEnabled, &cudaDeviceProp::ECCEnabled},
    {cudaDevAttrPciBusId, &cudaDeviceProp::pciBusID},
    {cudaDevAttrPciDeviceId, &cudaDeviceProp::pciDeviceID},
    {cudaDevAttrPciDomainId, &cudaDeviceProp::pciDomainID},
    {cudaDevAttrTccDriver, &cudaDeviceProp::tccDriver},
    {cudaDevAttrMemoryClockRate, &cudaDeviceProp::memoryClockRate},
    {cudaDevAttrGlobalMemoryBusWidth, &cudaDeviceProp::memoryBusWidth},
    {cudaDevAttrL2CacheSize, &cudaDeviceProp::l2CacheSize},
    {cudaDevAttrMaxThreadsPerMultiProcessor, &cudaDeviceProp::maxThreadsPerMultiProcessor},
    {cudaDevAttrAsyncEngineCount, &cudaDeviceProp::asyncEngineCount},
    {cudaDevAttrUnifiedAddressing, &cudaDeviceProp::unifiedAddressing},
    {cudaDevAttrComputeCapabilityMajor, &cudaDeviceProp::major},
    {cudaDevAttrComputeCapabilityMinor, &cudaDeviceProp::minor},
    {cudaDevAttrStreamPrioritiesSupported, &cudaDeviceProp::streamPrioritiesSupported},
    {cudaDevAttrGlobalL1CacheSupported, &cudaDeviceProp::globalL1CacheSupported},
    {cudaDevAttrLocalL1CacheSupported, &cudaDeviceProp::localL1CacheSupported},
    {cudaDevAttrMaxRegistersPerMultiprocessor, &cudaDeviceProp::regsPerMultiprocessor},
    {cudaDevAttrManagedMemory, &cudaDeviceProp::managedMemory},
    {cudaDevAttrIsMultiGpuBoard, &cudaDeviceProp::isMultiGpuBoard},
    {cudaDevAttrMultiGpuBoardGroupID, &cudaDeviceProp::multiGpuBoardGroupID},
    {cudaDevAttrHostNativeAtomicSupported, &cudaDeviceProp::hostNativeAtomicSupported},
    {cudaDevAttrSingleToDoublePrecisionPerfRatio,
     &cudaDeviceProp::singleToDoublePrecisionPerfRatio},
    {cudaDevAttrPageableMemoryAccess, &cudaDeviceProp::pageableMemoryAccess},
    {cudaDevAttrConcurrentManagedAccess, &cudaDeviceProp::concurrentManagedAccess},
    {cudaDevAttrComputePreemptionSupported, &cudaDeviceProp::computePreemptionSupported},
    {cudaDevAttrCanUseHostPointerForRegisteredMem,
     &cudaDeviceProp::canUseHostPointerForRegisteredMem},
    {cudaDevAttrCooperativeLaunch, &cudaDeviceProp::cooperativeLaunch},
    {cudaDevAttrHostRegisterSupported, &cudaDeviceProp::hostRegisterSupported},
    {cudaDevAttrPageableMemoryAccessUsesHostPageTables,
     &cudaDeviceProp::pageableMemoryAccessUsesHostPageTables},
    {cudaDevAttrDirectManagedMemAccessFromHost, &cudaDeviceProp::directManagedMemAccessFromHost},
    {cudaDevAttrMaxBlocksPerMultiprocessor, &cudaDeviceProp::maxBlocksPerMultiProcessor},
    {cudaDevAttrMemoryPoolsSupported, &cudaDeviceProp::memoryPoolsSupported},
    {cudaDevAttrClusterLaunch, &cudaDeviceProp::clusterLaunch},
};

constexpr std::pair<cudaDeviceAttr, std::size_t cudaDeviceProp::*> size_attributes[] = {
    {cudaDevAttrMaxSharedMemoryPerBlock, &cudaDeviceProp::sharedMemPerBlock},
    {cudaDevAttrTotalConstantMemory, &cudaDeviceProp::totalConstMem},
    {cudaDevAttrMaxPitch, &cudaDeviceProp::memPitch},
    {cudaDevAttrTextureAlignment, &cudaDeviceProp::textureAlignment},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, &cudaDeviceProp::sharedMemPerMultiprocessor},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, &cudaDeviceProp::sharedMemPerBlockOptin},
    {cudaDevAttrReservedSharedMemoryPerBlock, &cudaDeviceProp::reservedSharedMemPerBlock},
};

std::optional<int> attribute(const cudaDeviceProp& p, cudaDeviceAttr which) {
  // The x, y and z attributes have consecutive numbers.
  if (which >= cudaDevAttrMaxBlockDimX && which <= cudaDevAttrMaxBlockDimZ)
    return p.maxThreadsDim[which - cudaDevAttrMaxBlockDimX];
  if (which >= cudaDevAttrMaxGridDimX && which <= cudaDevAttrMaxGridDimZ)
    return p.maxGridSize[which - cudaDevAttrMaxGridDimX];
  for (const auto& [name, member] : number_attributes)
    if (name == which) return p.*member;
  for (const auto& [name, member] : size_attributes)
    if (name == which) return static_cast<int>(p.*member);
  return {};
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
    const std::optional<int> known =
        simt::detail::attribute(simt::detail::properties(device), which);
    if (!known) return cudaErrorInvalidValue;
    *value = *known;
    return cudaSuccess;
  });
}

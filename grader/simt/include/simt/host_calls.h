// Memory pools, and queries and attributes of streams, devices and functions.
#pragma once

#include "simt/kernels.h"

typedef struct CUmemPoolHandle_st* cudaMemPool_t;

enum cudaMemPoolAttr {
  cudaMemPoolReuseFollowEventDependencies = 1,
  cudaMemPoolReuseAllowOpportunistic = 2,
  cudaMemPoolReuseAllowInternalDependencies = 3,
  cudaMemPoolAttrReleaseThreshold = 4,
  cudaMemPoolAttrReservedMemCurrent = 5,
  cudaMemPoolAttrReservedMemHigh = 6,
  cudaMemPoolAttrUsedMemCurrent = 7,
  cudaMemPoolAttrUsedMemHigh = 8,
};
enum cudaMemAllocationType {
  cudaMemAllocationTypeInvalid = 0,
  cudaMemAllocationTypePinned = 1,
  cudaMemAllocationTypeManaged = 2,
};
enum cudaMemAllocationHandleType {
  cudaMemHandleTypeNone = 0,
  cudaMemHandleTypePosixFileDescriptor = 1,
};
struct cudaMemPoolProps {
  cudaMemAllocationType allocType;
  cudaMemAllocationHandleType handleTypes;
  cudaMemLocation location;
  void* win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
};
enum cudaMemAccessFlags {
  cudaMemAccessFlagsProtNone = 0,
  cudaMemAccessFlagsProtRead = 1,
  cudaMemAccessFlagsProtReadWrite = 3,
};
struct cudaMemAccessDesc {
  cudaMemLocation location;
  cudaMemAccessFlags flags;
};

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device, SIMT_AT);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device, SIMT_AT);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool, SIMT_AT);
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* props, SIMT_AT);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool, SIMT_AT);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value,
                                    SIMT_AT);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value,
                                    SIMT_AT);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep, SIMT_AT);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* access, size_t count,
                                 SIMT_AT);
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location, SIMT_AT);
cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream, SIMT_AT);
template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t size, cudaMemPool_t pool,
                                           cudaStream_t stream, SIMT_AT) {
  return cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), size, pool, stream, simt_file,
                                 simt_line);
}
template <class T>
inline cudaError_t cudaMallocAsync(T** pointer, size_t size, cudaMemPool_t pool,
                                   cudaStream_t stream, SIMT_AT) {
  return cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), size, pool, stream, simt_file,
                                 simt_line);
}

// Streams
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority, SIMT_AT);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags, SIMT_AT);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id, SIMT_AT);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device, SIMT_AT);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t length = 0,
                                     unsigned int flags = cudaMemAttachSingle, SIMT_AT);
template <class T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer, size_t length = 0,
                                            unsigned int flags = cudaMemAttachSingle, SIMT_AT) {
  return cudaStreamAttachMemAsync(stream, static_cast<void*>(pointer), length, flags, simt_file,
                                  simt_line);
}
// Hints without effect here.
typedef cudaLaunchAttributeID cudaStreamAttrID;
typedef cudaLaunchAttributeValue cudaStreamAttrValue;
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributePriority cudaLaunchAttributePriority
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value, SIMT_AT);
cudaError_t cudaCtxResetPersistingL2Cache(SIMT_AT);

// Devices
enum cudaDeviceP2PAttr {
  cudaDevP2PAttrPerformanceRank = 1,
  cudaDevP2PAttrAccessSupported = 2,
  cudaDevP2PAttrNativeAtomicSupported = 3,
  cudaDevP2PAttrCudaArrayAccessSupported = 4,
};
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device, int peer,
                                      SIMT_AT);
cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device, SIMT_AT);
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text, SIMT_AT);
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config, SIMT_AT);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config, SIMT_AT);
cudaError_t cudaGetDeviceFlags(unsigned int* flags, SIMT_AT);
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted, SIMT_AT);
cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags, SIMT_AT);
cudaError_t cudaHostGetFlags(unsigned int* flags, void* host, SIMT_AT);

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* kernel, int blocks,
                                                      int block_size, SIMT_AT);
template <class... P>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, void (*kernel)(P...),
                                                             int blocks, int block_size, SIMT_AT) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, simt::detail::noted(kernel), blocks,
                                                   block_size, simt_file, simt_line);
}

// The CUDA runtime API of the CPU engine. Every function that can fail has hidden default arguments
// for the file and line of the call: an error that a program ignores is reported with its place.
// The four functions that programs pass as deleters keep CUDA's exact signature instead.
#pragma once

#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__

#include "simt/runtime_types.h"

#define SIMT_AT const char *simt_file = __builtin_FILE(), int simt_line = __builtin_LINE()

// Functions of CUDA before version 4, removed in 13, which older course material calls.
cudaError_t cudaThreadSynchronize(SIMT_AT);
cudaError_t cudaThreadExit();

const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();

// Devices
cudaError_t cudaGetDeviceCount(int* count, SIMT_AT);
cudaError_t cudaSetDevice(int device, SIMT_AT);
cudaError_t cudaGetDevice(int* device, SIMT_AT);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device, SIMT_AT);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device, SIMT_AT);
cudaError_t cudaDeviceSynchronize(SIMT_AT);
cudaError_t cudaDeviceReset(SIMT_AT);
cudaError_t cudaSetDeviceFlags(unsigned int flags, SIMT_AT);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value, SIMT_AT);
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit, SIMT_AT);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config, SIMT_AT);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config, SIMT_AT);
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer, SIMT_AT);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags, SIMT_AT);
cudaError_t cudaDeviceDisablePeerAccess(int peer, SIMT_AT);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest, SIMT_AT);
cudaError_t cudaDriverGetVersion(int* version, SIMT_AT);
cudaError_t cudaRuntimeGetVersion(int* version, SIMT_AT);
cudaError_t cudaMemGetInfo(size_t* free, size_t* total, SIMT_AT);
// Only driver functions declared in <cuda.h>.
cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* found = nullptr, SIMT_AT);
cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function,
                                             unsigned int version, unsigned long long flags,
                                             cudaDriverEntryPointQueryResult* found = nullptr,
                                             SIMT_AT);

// Memory
cudaError_t cudaMalloc(void** pointer, size_t size, SIMT_AT);
cudaError_t cudaMallocManaged(void** pointer, size_t size, unsigned int flags = cudaMemAttachGlobal,
                              SIMT_AT);
cudaError_t cudaMallocHost(void** pointer, size_t size, unsigned int flags = 0, SIMT_AT);
cudaError_t cudaHostAlloc(void** pointer, size_t size, unsigned int flags, SIMT_AT);
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height, SIMT_AT);
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent, SIMT_AT);
cudaError_t cudaMallocAsync(void** pointer, size_t size, cudaStream_t stream, SIMT_AT);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream, SIMT_AT);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaHostRegister(void* pointer, size_t size, unsigned int flags, SIMT_AT);
cudaError_t cudaHostUnregister(void* pointer, SIMT_AT);
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags, SIMT_AT);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer,
                                     SIMT_AT);
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t size, int device,
                                 cudaStream_t stream = nullptr, SIMT_AT);
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t size, cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream = nullptr, SIMT_AT);
cudaError_t cudaMemAdvise(const void* pointer, size_t size, cudaMemoryAdvise advice, int device,
                          SIMT_AT);
cudaError_t cudaMemAdvise(const void* pointer, size_t size, cudaMemoryAdvise advice,
                          cudaMemLocation location, SIMT_AT);

// Copies
cudaError_t cudaMemcpy(void* to, const void* from, size_t size, cudaMemcpyKind kind, SIMT_AT);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t size, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr, SIMT_AT);
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind, SIMT_AT);
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream = nullptr, SIMT_AT);
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t size,
                           SIMT_AT);
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                size_t size, cudaStream_t stream = nullptr, SIMT_AT);
cudaError_t cudaMemset(void* pointer, int value, size_t size, SIMT_AT);
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t size, cudaStream_t stream = nullptr,
                            SIMT_AT);
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height,
                         SIMT_AT);
cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream = nullptr, SIMT_AT);

namespace simt::detail {

/// Bytes from a pointer to the end of its object, if the compiler knows them.
constexpr size_t unknown_size = ~size_t{0};
struct HostSizes {
  size_t to = unknown_size, from = unknown_size;
};
cudaError_t sized_copy(const char* call, void* to, const void* from, size_t size,
                       cudaMemcpyKind kind, cudaStream_t stream, bool async, const HostSizes& known,
                       const char* file, int line);
cudaError_t sized_copy_2d(const char* call, void* to, size_t to_pitch, const void* from,
                          size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind,
                          cudaStream_t stream, bool async, const HostSizes& known, const char* file,
                          int line);

}  // namespace simt::detail

// Inlined at the call, where the compiler knows the size of a local array.
#define SIMT_SIZED extern inline __attribute__((gnu_inline, always_inline)) cudaError_t
#define SIMT_SIZES \
  { __builtin_object_size(to, 0), __builtin_object_size(from, 0) }
SIMT_SIZED cudaMemcpy(void* to, const void* from, size_t size, cudaMemcpyKind kind,
                      const char* simt_file, int simt_line) {
  return simt::detail::sized_copy("cudaMemcpy", to, from, size, kind, nullptr, false, SIMT_SIZES,
                                  simt_file, simt_line);
}
SIMT_SIZED cudaMemcpyAsync(void* to, const void* from, size_t size, cudaMemcpyKind kind,
                           cudaStream_t stream, const char* simt_file, int simt_line) {
  return simt::detail::sized_copy("cudaMemcpyAsync", to, from, size, kind, stream, true, SIMT_SIZES,
                                  simt_file, simt_line);
}
SIMT_SIZED cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                        size_t width, size_t height, cudaMemcpyKind kind, const char* simt_file,
                        int simt_line) {
  return simt::detail::sized_copy_2d("cudaMemcpy2D", to, to_pitch, from, from_pitch, width, height,
                                     kind, nullptr, false, SIMT_SIZES, simt_file, simt_line);
}
SIMT_SIZED cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                             size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream,
                             const char* simt_file, int simt_line) {
  return simt::detail::sized_copy_2d("cudaMemcpy2DAsync", to, to_pitch, from, from_pitch, width,
                                     height, kind, stream, true, SIMT_SIZES, simt_file, simt_line);
}
#undef SIMT_SIZED
#undef SIMT_SIZES

// Streams and events
cudaError_t cudaStreamCreate(cudaStream_t* stream, SIMT_AT);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags, SIMT_AT);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority,
                                         SIMT_AT);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream, SIMT_AT);
cudaError_t cudaStreamQuery(cudaStream_t stream, SIMT_AT);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0,
                                SIMT_AT);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void* user_data, unsigned int flags, SIMT_AT);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data,
                               SIMT_AT);
cudaError_t cudaEventCreate(cudaEvent_t* event, SIMT_AT);
cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags, SIMT_AT);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags, SIMT_AT);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr, SIMT_AT);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = nullptr,
                                     unsigned int flags = 0, SIMT_AT);
cudaError_t cudaEventSynchronize(cudaEvent_t event, SIMT_AT);
cudaError_t cudaEventQuery(cudaEvent_t event, SIMT_AT);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop, SIMT_AT);

// Profiler control has no effect here.
inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
inline cudaError_t cudaProfilerStop() { return cudaSuccess; }

namespace simt::detail {

// The untyped parts of the templates in simt/symbols.h and simt/functions.h.
cudaError_t symbol_copy(const char* call, void* symbol, size_t symbol_size, const void* from,
                        void* to, size_t size, size_t offset, cudaMemcpyKind kind,
                        cudaStream_t stream, bool async, const char* file, int line,
                        const HostSizes& known);
cudaError_t symbol_address(void** pointer, void* symbol, const char* file, int line);
cudaError_t symbol_size(size_t* size, const void* symbol, size_t symbol_size, const char* file,
                        int line);
cudaError_t function_set_attribute(const void* function, cudaFuncAttribute attribute, int value,
                                   const char* file, int line);
cudaError_t function_get_attributes(cudaFuncAttributes* attributes, const void* function,
                                    const char* file, int line);
cudaError_t occupancy_blocks(int* blocks, const void* function, int block_size, size_t dynamic,
                             const char* file, int line);

}  // namespace simt::detail

// C++ overloads of API calls with typed arguments.
#pragma once

#include "cuda_runtime_api.h"
#include "simt/launch.h"

namespace simt::detail {
/// Also for pointers to const, which programs use for inputs.
template <class T>
constexpr void** untyped(T** pointer) {
  return (void**)pointer;
}
}  // namespace simt::detail

template <class T>
inline cudaError_t cudaMalloc(T** pointer, size_t size, SIMT_AT) {
  return cudaMalloc(simt::detail::untyped(pointer), size, simt_file, simt_line);
}
template <class T>
inline cudaError_t cudaMallocManaged(T** pointer, size_t size,
                                     unsigned int flags = cudaMemAttachGlobal, SIMT_AT) {
  return cudaMallocManaged(simt::detail::untyped(pointer), size, flags, simt_file, simt_line);
}
template <class T>
inline cudaError_t cudaMallocHost(T** pointer, size_t size, unsigned int flags = 0, SIMT_AT) {
  return cudaMallocHost(simt::detail::untyped(pointer), size, flags, simt_file, simt_line);
}
template <class T>
inline cudaError_t cudaHostAlloc(T** pointer, size_t size, unsigned int flags, SIMT_AT) {
  return cudaHostAlloc(simt::detail::untyped(pointer), size, flags, simt_file, simt_line);
}
template <class T>
inline cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height,
                                   SIMT_AT) {
  return cudaMallocPitch(simt::detail::untyped(pointer), pitch, width, height, simt_file,
                         simt_line);
}
template <class T>
inline cudaError_t cudaMallocAsync(T** pointer, size_t size, cudaStream_t stream, SIMT_AT) {
  return cudaMallocAsync(simt::detail::untyped(pointer), size, stream, simt_file, simt_line);
}
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int flags, SIMT_AT) {
  return cudaHostGetDevicePointer(simt::detail::untyped(device), host, flags, simt_file, simt_line);
}

template <class T>
inline cudaError_t cudaFuncSetAttribute(T* function, cudaFuncAttribute attribute, int value,
                                        SIMT_AT) {
  return simt::detail::function_set_attribute(reinterpret_cast<const void*>(function), attribute,
                                              value, simt_file, simt_line);
}
template <class T>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* function, SIMT_AT) {
  return simt::detail::function_get_attributes(attributes, reinterpret_cast<const void*>(function),
                                               simt_file, simt_line);
}
template <class T>
inline cudaError_t cudaFuncSetCacheConfig(T*, cudaFuncCache) {
  return cudaSuccess;
}
template <class T>
inline cudaError_t cudaFuncSetSharedMemConfig(T*, cudaSharedMemConfig) {
  return cudaSuccess;
}

template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T* function,
                                                                 int block_size, size_t dynamic,
                                                                 SIMT_AT) {
  return simt::detail::occupancy_blocks(blocks, reinterpret_cast<const void*>(function), block_size,
                                        dynamic, simt_file, simt_line);
}
template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T* function,
                                                                          int block_size,
                                                                          size_t dynamic,
                                                                          unsigned int, SIMT_AT) {
  return simt::detail::occupancy_blocks(blocks, reinterpret_cast<const void*>(function), block_size,
                                        dynamic, simt_file, simt_line);
}

// Tries block sizes from large to small and keeps the one with the most resident threads, as CUDA's
// own header does.
template <class F, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block,
                                                                  T* function, F shared_of_block,
                                                                  int limit = 0, SIMT_AT) {
  int device = 0, multiprocessors = 0;
  cudaFuncAttributes attributes{};
  if (cudaError_t e = cudaGetDevice(&device, simt_file, simt_line)) return e;
  if (cudaError_t e = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount,
                                             device, simt_file, simt_line))
    return e;
  if (cudaError_t e = cudaFuncGetAttributes(&attributes, function, simt_file, simt_line)) return e;
  if (limit <= 0 || limit > attributes.maxThreadsPerBlock) limit = attributes.maxThreadsPerBlock;
  int best_threads = 0;
  for (int size = (limit + 31) / 32 * 32; size > 0; size -= 32) {
    const int threads = size < limit ? size : limit;
    int blocks = 0;
    if (cudaError_t e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, function, threads, shared_of_block(threads), simt_file, simt_line))
      return e;
    if (threads * blocks > best_threads) {
      best_threads = threads * blocks;
      *block = threads;
      *grid = blocks * multiprocessors;
    }
  }
  return cudaSuccess;
}
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, T* function,
                                                      size_t dynamic = 0, int limit = 0, SIMT_AT) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      grid, block, function, [dynamic](int) { return dynamic; }, limit, simt_file, simt_line);
}

// For code that takes the address of one of these with CUDA's type: the others have hidden
// arguments for the place.
template <int = 0>
inline cudaError_t cudaMalloc(void** pointer, size_t size) {
  return cudaMalloc(pointer, size, nullptr, 0);
}
template <int = 0>
inline cudaError_t cudaMallocHost(void** pointer, size_t size) {
  return cudaMallocHost(pointer, size, 0, nullptr, 0);
}

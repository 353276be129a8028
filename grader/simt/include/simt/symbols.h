// __device__ and __constant__ variables by name.
#pragma once

#include "cuda_runtime_api.h"

template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMemcpyToSymbol(
    const T& symbol, const void* from, size_t size, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyHostToDevice, SIMT_AT) {
  return simt::detail::symbol_copy("cudaMemcpyToSymbol", const_cast<T*>(&symbol), sizeof(T), from,
                                   nullptr, size, offset, kind, nullptr, false, simt_file,
                                   simt_line,
                                   {simt::detail::unknown_size, __builtin_object_size(from, 0)});
}
template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from,
                                                                  size_t size, size_t offset,
                                                                  cudaMemcpyKind kind,
                                                                  cudaStream_t stream = nullptr,
                                                                  SIMT_AT) {
  return simt::detail::symbol_copy("cudaMemcpyToSymbolAsync", const_cast<T*>(&symbol), sizeof(T),
                                   from, nullptr, size, offset, kind, stream, true, simt_file,
                                   simt_line,
                                   {simt::detail::unknown_size, __builtin_object_size(from, 0)});
}
template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMemcpyFromSymbol(
    void* to, const T& symbol, size_t size, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyDeviceToHost, SIMT_AT) {
  return simt::detail::symbol_copy("cudaMemcpyFromSymbol", const_cast<T*>(&symbol), sizeof(T),
                                   nullptr, to, size, offset, kind, nullptr, false, simt_file,
                                   simt_line,
                                   {__builtin_object_size(to, 0), simt::detail::unknown_size});
}
template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol,
                                                                    size_t size, size_t offset,
                                                                    cudaMemcpyKind kind,
                                                                    cudaStream_t stream = nullptr,
                                                                    SIMT_AT) {
  return simt::detail::symbol_copy("cudaMemcpyFromSymbolAsync", const_cast<T*>(&symbol), sizeof(T),
                                   nullptr, to, size, offset, kind, stream, true, simt_file,
                                   simt_line,
                                   {__builtin_object_size(to, 0), simt::detail::unknown_size});
}
template <class T>
inline cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol, SIMT_AT) {
  return simt::detail::symbol_address(pointer, const_cast<T*>(&symbol), simt_file, simt_line);
}
template <class T>
inline cudaError_t cudaGetSymbolSize(size_t* size, const T& symbol, SIMT_AT) {
  return simt::detail::symbol_size(size, &symbol, sizeof(T), simt_file, simt_line);
}

// Copies between host and devices.
#pragma once

#include <cstddef>

#include "engine/api/streams.h"
#include "simt/arrays.h"

namespace simt::detail {

// Checks the pointers against the kind, then queues or performs the copy. Blocks the host where
// CUDA does.
cudaError_t copy(void* to, const void* from, std::size_t size, cudaMemcpyKind kind,
                 CUstream_st& stream, bool async, const HostSizes& known = {});

// The first byte of a 3D region, and its pitches in bytes.
struct Box {
  char* start;
  std::size_t pitch, plane;
};
cudaError_t copy_box(const Box& to, const Box& from, std::size_t width, std::size_t height,
                     std::size_t depth, cudaMemcpyKind kind, CUstream_st& stream, bool async);

cudaError_t copy_3d(const cudaMemcpy3DParms& params, CUstream_st& stream, bool async);

// Sets `height` rows of `width` elements of 1, 2 or 4 bytes. Does not wait if `async`.
cudaError_t set(void* pointer, std::size_t pitch, unsigned value, std::size_t element,
                std::size_t width, std::size_t height, CUstream_st& stream, bool async);

}  // namespace simt::detail

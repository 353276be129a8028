// CUDA arrays lie in device memory, row behind row.
#pragma once

#include <cstddef>

#include "engine/memory/copies.h"
#include "simt/arrays.h"

struct cudaArray {
  char* data;
  cudaChannelFormatDesc desc;
  cudaExtent extent;  // as asked for, in elements
  unsigned flags;
  std::size_t element, width, height, depth;  // at least 1
};

namespace simt::detail {

/// Of an element.
std::size_t texel_bytes(const cudaChannelFormatDesc& format);
/// One, two or four channels of the same width.
bool is_valid(const cudaChannelFormatDesc& format);

/// Whether there is this array, and it has not been freed.
bool is_array(const cudaArray* array);

/// Where a box of an array lies, `x` and `width` in bytes. False: it reaches beyond the array, or
/// there is no such array.
bool box_at(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t z, std::size_t width,
            std::size_t height, std::size_t depth, Box* box);

}  // namespace simt::detail

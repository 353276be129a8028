// CUDA arrays, stored row by row in device memory.
#pragma once

#include <cstddef>

#include "engine/memory/copies.h"
#include "simt/arrays.h"

struct cudaArray {
  char* data;
  cudaChannelFormatDesc desc;
  cudaExtent extent;  // as requested, in elements
  unsigned flags;
  std::size_t element, width, height, depth;  // at least 1
};

namespace simt::detail {

/// Bytes per element.
std::size_t texel_bytes(const cudaChannelFormatDesc& format);
/// Whether the format has one, two or four channels of the same width.
bool is_valid(const cudaChannelFormatDesc& format);

/// Whether the array exists and has not been freed.
bool is_array(const cudaArray* array);

/// The memory of a box of an array, `x` and `width` in bytes. Returns false if the box reaches
/// beyond the array, or there is no such array.
bool box_at(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t z, std::size_t width,
            std::size_t height, std::size_t depth, Box* box);

}  // namespace simt::detail

#include "engine/memory/arrays.h"

#include <memory>
#include <set>

#include "engine/api/api.h"
#include "engine/api/streams.h"
#include "engine/memory/allocations.h"

namespace simt::detail {

namespace {

std::set<const cudaArray*>& arrays() {
  static auto* all = new std::set<const cudaArray*>;
  return *all;
}

cudaError_t make_array(cudaArray_t* array, const cudaChannelFormatDesc* desc, cudaExtent extent,
                       unsigned flags) {
  if (!array || !desc || extent.width == 0 || !is_valid(*desc)) return cudaErrorInvalidValue;
  // Cube maps have square faces, stored like layers.
  const bool cubes = (flags & cudaArrayCubemap) != 0, layered = (flags & cudaArrayLayered) != 0;
  if (cubes && (extent.width != extent.height || extent.depth == 0 || extent.depth % 6 != 0 ||
                (extent.depth != 6 && !layered)))
    return cudaErrorInvalidValue;
  auto made = std::make_unique<cudaArray>();
  const auto at_least_1 = [](std::size_t n) { return n == 0 ? 1 : n; };
  *made = {nullptr,
           *desc,
           extent,
           flags,
           texel_bytes(*desc),
           extent.width,
           at_least_1(extent.height),
           at_least_1(extent.depth)};
  void* data = nullptr;
  const std::size_t size = made->element * made->width * made->height * made->depth;
  if (const cudaError_t e = allocate(device_space(current_device()), current_device(), size, &data))
    return e;
  made->data = static_cast<char*>(data);
  arrays().insert(made.get());
  *array = made.release();
  return cudaSuccess;
}

}  // namespace

std::size_t texel_bytes(const cudaChannelFormatDesc& d) {
  return static_cast<std::size_t>(d.x + d.y + d.z + d.w) / 8;
}

bool is_valid(const cudaChannelFormatDesc& d) {
  const int bits[] = {d.x, d.y, d.z, d.w};
  for (int i = 0; i < 4; ++i)
    if (bits[i] != 0 && (bits[i] != d.x || (i > 0 && bits[i - 1] == 0))) return false;
  return (d.x == 8 || d.x == 16 || d.x == 32) && d.z == d.w && d.f != cudaChannelFormatKindNone;
}

bool is_array(const cudaArray* array) { return arrays().count(array) > 0; }

bool box_at(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t z, std::size_t width,
            std::size_t height, std::size_t depth, Box* box) {
  if (!is_array(array)) return false;
  const std::size_t pitch = array->width * array->element, plane = pitch * array->height;
  if (x + width > pitch || y + height > array->height || z + depth > array->depth) return false;
  *box = {array->data + z * plane + y * pitch + x, pitch, plane};
  return true;
}

}  // namespace simt::detail

using namespace simt::detail;

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, size_t width,
                            size_t height, unsigned flags, const char* file, int line) {
  return api("cudaMallocArray", file, line, [&] {
    return make_array(array, desc, {width, height, 0}, flags);
  });
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc,
                              cudaExtent extent, unsigned flags, const char* file, int line) {
  return api("cudaMalloc3DArray", file, line,
             [&] { return make_array(array, desc, extent, flags); });
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  const auto body = [&] {
    if (!array) return cudaSuccess;
    if (!is_array(array)) return cudaErrorInvalidResourceHandle;
    finish_everything();
    arrays().erase(array);
    const cudaError_t e = sticky_error() ? sticky_error() : release(array->data, false);
    delete array;
    return e;
  };
  return api("cudaFreeArray", nullptr, 0, body, __builtin_return_address(0));
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned* flags,
                             cudaArray_t array, const char* file, int line) {
  return api("cudaArrayGetInfo", file, line, [&] {
    if (!is_array(array)) return cudaErrorInvalidValue;
    if (desc) *desc = array->desc;
    if (extent) *extent = array->extent;
    if (flags) *flags = array->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array,
                               const char* file, int line) {
  return api("cudaGetChannelDesc", file, line, [&] {
    if (!desc || !is_array(array)) return cudaErrorInvalidValue;
    *desc = array->desc;
    return cudaSuccess;
  });
}

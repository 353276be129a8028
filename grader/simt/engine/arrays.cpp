// CUDA arrays lie in device memory, row behind row; texture and surface objects say how to read
// them.
#include "simt/arrays.h"

#include <memory>
#include <set>

#include "allocations.h"
#include "api.h"
#include "copies.h"
#include "simt/textures.h"
#include "streams.h"

struct cudaArray {
  char* data;
  cudaChannelFormatDesc desc;
  cudaExtent extent;  // as asked for, in elements
  unsigned flags;
  std::size_t element, width, height, depth;  // at least 1
};

namespace simt::detail {

namespace {

std::set<const cudaArray*>& arrays() {
  static auto* all = new std::set<const cudaArray*>;
  return *all;
}

struct TextureObject {
  TextureView view;
  cudaResourceDesc resource;
  cudaTextureDesc texture;
};
std::set<const TextureObject*>& objects() {
  static auto* all = new std::set<const TextureObject*>;
  return *all;
}

std::size_t element_size(const cudaChannelFormatDesc& d) {
  return static_cast<std::size_t>(d.x + d.y + d.z + d.w) / 8;
}

bool is_valid(const cudaChannelFormatDesc& d) {
  const int bits[] = {d.x, d.y, d.z, d.w};
  for (int i = 0; i < 4; ++i)
    if (bits[i] != 0 && (bits[i] != d.x || (i > 0 && bits[i - 1] == 0))) return false;
  return (d.x == 8 || d.x == 16 || d.x == 32) && d.z == d.w && d.f != cudaChannelFormatKindNone;
}

cudaError_t make_array(cudaArray_t* array, const cudaChannelFormatDesc* desc, cudaExtent extent,
                       unsigned flags) {
  if (!array || !desc || extent.width == 0 || !is_valid(*desc)) return cudaErrorInvalidValue;
  // Faces of cubes are squares, and lie where layers would.
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
           element_size(*desc),
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

/// `x` in bytes.
bool box_at(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t z, std::size_t width,
            std::size_t height, std::size_t depth, Box* box) {
  if (!arrays().count(array)) return false;
  const std::size_t pitch = array->width * array->element, plane = pitch * array->height;
  if (x + width > pitch || y + height > array->height || z + depth > array->depth) return false;
  *box = {array->data + z * plane + y * pitch + x, pitch, plane};
  return true;
}

cudaError_t copy_with_array(const char* call, const char* file, int line, cudaArray_const_t array,
                            std::size_t x, std::size_t y, void* memory, std::size_t pitch,
                            std::size_t width, std::size_t height, cudaMemcpyKind kind,
                            cudaStream_t stream, bool to_array, bool async) {
  return api(call, file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    Box in{};
    if (!box_at(array, x, y, 0, width, height, 1, &in)) return cudaErrorInvalidValue;
    const Box other{static_cast<char*>(memory), pitch, 0};
    return to_array ? copy_box(in, other, width, height, 1, kind, *s, async)
                    : copy_box(other, in, width, height, 1, kind, *s, async);
  });
}

/// One side of a copy in three dimensions: an array or pitched memory.
bool side_of(cudaArray_t array, const cudaPitchedPtr& p, const cudaPos& at,
             const cudaExtent& extent, std::size_t width, std::size_t element, Box* box) {
  if (array)
    return box_at(array, at.x * array->element, at.y, at.z, width, extent.height, extent.depth,
                  box);
  if (!p.ptr || at.x * element + width > p.pitch) return false;
  *box = {static_cast<char*>(p.ptr) + (at.z * p.ysize + at.y) * p.pitch + at.x * element, p.pitch,
          p.pitch * p.ysize};
  return true;
}

}  // namespace

cudaError_t copy_3d(const cudaMemcpy3DParms& p, CUstream_st& stream, bool async) {
  if ((p.srcArray && p.srcPtr.ptr) || (p.dstArray && p.dstPtr.ptr)) return cudaErrorInvalidValue;
  const cudaArray_t array = p.dstArray ? p.dstArray : p.srcArray;
  if (array && !arrays().count(array)) return cudaErrorInvalidValue;
  // Elements where an array takes part, else bytes. Of pitched memory positions are in bytes.
  const std::size_t element = array ? array->element : 1;
  const std::size_t width = p.extent.width * element;
  Box to{}, from{};
  if (!side_of(p.dstArray, p.dstPtr, p.dstPos, p.extent, width, 1, &to) ||
      !side_of(p.srcArray, p.srcPtr, p.srcPos, p.extent, width, 1, &from))
    return cudaErrorInvalidValue;
  return copy_box(to, from, width, p.extent.height, p.extent.depth, p.kind, stream, async);
}

TextureView texture_view(unsigned long long object) {
  return reinterpret_cast<const TextureObject*>(object)->view;
}

namespace {

cudaError_t copy_3d_call(const char* call, const char* file, int line, const cudaMemcpy3DParms* p,
                         cudaStream_t stream, bool async) {
  return api(call, file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    return p ? copy_3d(*p, *s, async) : cudaErrorInvalidValue;
  });
}

cudaMemcpy3DParms without_devices(const cudaMemcpy3DPeerParms& p) {
  return {p.srcArray, p.srcPos, p.srcPtr, p.dstArray,
          p.dstPos,   p.dstPtr, p.extent, cudaMemcpyDefault};
}

cudaError_t set_3d(const char* call, const char* file, int line, const cudaPitchedPtr& p, int value,
                   const cudaExtent& extent, cudaStream_t stream, bool async) {
  return api(call, file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    for (std::size_t z = 0; z < extent.depth; ++z)
      if (const cudaError_t e =
              set(static_cast<char*>(p.ptr) + z * p.pitch * p.ysize, p.pitch,
                  static_cast<unsigned char>(value), 1, extent.width, extent.height, *s, async))
        return e;
    return cudaSuccess;
  });
}

cudaError_t view_of(const cudaResourceDesc& r, TextureView* v) {
  const auto shape = [&](void* data, const cudaChannelFormatDesc& d, std::size_t pitch,
                         std::size_t width, std::size_t height, std::size_t depth) {
    *v = {};
    v->data = static_cast<char*>(data);
    v->pitch = pitch;
    v->plane = pitch * height;
    v->size[0] = static_cast<int>(width);
    v->size[1] = static_cast<int>(height);
    v->size[2] = static_cast<int>(depth);
    v->bits = d.x;
    v->channels = (d.x != 0) + (d.y != 0) + (d.z != 0) + (d.w != 0);
    v->kind = d.f;
    return is_valid(d) ? cudaSuccess : cudaErrorInvalidChannelDescriptor;
  };
  switch (r.resType) {
    case cudaResourceTypeArray: {
      const cudaArray* a = r.res.array.array;
      if (!arrays().count(a)) return cudaErrorInvalidValue;
      return shape(a->data, a->desc, a->width * a->element, a->width, a->height, a->depth);
    }
    case cudaResourceTypeLinear: {
      const auto& l = r.res.linear;
      const std::size_t element = element_size(l.desc);
      if (!l.devPtr || element == 0) return cudaErrorInvalidValue;
      return shape(l.devPtr, l.desc, l.sizeInBytes, l.sizeInBytes / element, 1, 1);
    }
    case cudaResourceTypePitch2D: {
      const auto& p = r.res.pitch2D;
      if (!p.devPtr || p.pitchInBytes % 32 != 0) return cudaErrorInvalidValue;
      return shape(p.devPtr, p.desc, p.pitchInBytes, p.width, p.height, 1);
    }
    default:
      return cudaErrorNotSupported;
  }
}

cudaError_t make_object(unsigned long long* object, const cudaResourceDesc* r,
                        const cudaTextureDesc& t) {
  if (!object || !r) return cudaErrorInvalidValue;
  auto made = std::make_unique<TextureObject>();
  if (const cudaError_t e = view_of(*r, &made->view)) return e;
  made->resource = *r;
  made->texture = t;
  TextureView& v = made->view;
  for (int i = 0; i < 3; ++i) v.address[i] = t.addressMode[i];
  for (int i = 0; i < 4; ++i) v.border[i] = t.borderColor[i];
  v.linear = t.filterMode == cudaFilterModeLinear;
  v.normalized_values = t.readMode == cudaReadModeNormalizedFloat;
  v.normalized = t.normalizedCoords != 0;
  v.seamless = t.seamlessCubemap != 0;
  // Filtering gives fractions.
  if (v.linear && !v.normalized_values && v.kind != cudaChannelFormatKindFloat)
    return cudaErrorInvalidFilterSetting;
  objects().insert(made.get());
  *object = reinterpret_cast<unsigned long long>(made.release());
  return cudaSuccess;
}

const TextureObject* known_object(unsigned long long object) {
  const auto* o = reinterpret_cast<const TextureObject*>(object);
  return objects().count(o) ? o : nullptr;
}

cudaError_t destroy(unsigned long long object) {
  const TextureObject* const o = known_object(object);
  if (!o) return object == 0 ? cudaSuccess : cudaErrorInvalidValue;
  finish_everything();
  objects().erase(o);
  delete o;
  return cudaSuccess;
}

}  // namespace

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
    if (!arrays().count(array)) return cudaErrorInvalidResourceHandle;
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
    if (!arrays().count(array)) return cudaErrorInvalidValue;
    if (desc) *desc = array->desc;
    if (extent) *extent = array->extent;
    if (flags) *flags = array->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array,
                               const char* file, int line) {
  return api("cudaGetChannelDesc", file, line, [&] {
    if (!desc || !arrays().count(array)) return cudaErrorInvalidValue;
    *desc = array->desc;
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                size_t width, size_t height, cudaMemcpyKind kind, const char* file,
                                int line) {
  return copy_with_array("cudaMemcpy2DToArray", file, line, to, x, y, const_cast<void*>(from),
                         pitch, width, height, kind, nullptr, true, false);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from,
                                     size_t pitch, size_t width, size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream, const char* file, int line) {
  return copy_with_array("cudaMemcpy2DToArrayAsync", file, line, to, x, y, const_cast<void*>(from),
                         pitch, width, height, kind, stream, true, true);
}

cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, cudaMemcpyKind kind,
                                  const char* file, int line) {
  return copy_with_array("cudaMemcpy2DFromArray", file, line, from, x, y, to, pitch, width, height,
                         kind, nullptr, false, false);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream, const char* file, int line) {
  return copy_with_array("cudaMemcpy2DFromArrayAsync", file, line, from, x, y, to, pitch, width,
                         height, kind, stream, false, true);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                     cudaArray_const_t from, size_t from_x, size_t from_y,
                                     size_t width, size_t height, cudaMemcpyKind kind,
                                     const char* file, int line) {
  return api("cudaMemcpy2DArrayToArray", file, line, [&] {
    Box a{}, b{};
    if (!box_at(to, to_x, to_y, 0, width, height, 1, &a) ||
        !box_at(from, from_x, from_y, 0, width, height, 1, &b))
      return cudaErrorInvalidValue;
    return copy_box(a, b, width, height, 1, kind, *find_stream(nullptr), false);
  });
}

namespace {

/// From a place on, row behind row: whole rows, or a part of one.
cudaError_t copy_run(const char* call, const char* file, int line, cudaArray_const_t array,
                     std::size_t x, std::size_t y, void* memory, std::size_t size,
                     cudaMemcpyKind kind, bool to_array) {
  std::size_t row = 0;
  {
    const std::lock_guard guard(runtime_lock());
    if (arrays().count(array)) row = array->width * array->element;
  }
  const bool whole = row != 0 && x == 0 && size % row == 0;
  return copy_with_array(call, file, line, array, x, y, memory, whole ? row : size,
                         whole ? row : size, whole ? size / row : 1, kind, nullptr, to_array,
                         false);
}

}  // namespace

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t size,
                              cudaMemcpyKind kind, const char* file, int line) {
  return copy_run("cudaMemcpyToArray", file, line, to, x, y, const_cast<void*>(from), size, kind,
                  true);
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t size,
                                cudaMemcpyKind kind, const char* file, int line) {
  return copy_run("cudaMemcpyFromArray", file, line, from, x, y, to, size, kind, false);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p, const char* file, int line) {
  return copy_3d_call("cudaMemcpy3D", file, line, p, nullptr, false);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream, const char* file,
                              int line) {
  return copy_3d_call("cudaMemcpy3DAsync", file, line, p, stream, true);
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p, const char* file, int line) {
  const cudaMemcpy3DParms same = p ? without_devices(*p) : cudaMemcpy3DParms{};
  return copy_3d_call("cudaMemcpy3DPeer", file, line, p ? &same : nullptr, nullptr, false);
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream,
                                  const char* file, int line) {
  const cudaMemcpy3DParms same = p ? without_devices(*p) : cudaMemcpy3DParms{};
  return copy_3d_call("cudaMemcpy3DPeerAsync", file, line, p ? &same : nullptr, stream, true);
}

cudaError_t cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent extent, const char* file,
                         int line) {
  return set_3d("cudaMemset3D", file, line, p, value, extent, nullptr, false);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr p, int value, cudaExtent extent, cudaStream_t stream,
                              const char* file, int line) {
  return set_3d("cudaMemset3DAsync", file, line, p, value, extent, stream, true);
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture,
                                    const cudaResourceViewDesc* view, const char* file, int line) {
  return api("cudaCreateTextureObject", file, line, [&] {
    if (!texture) return cudaErrorInvalidValue;
    return view ? cudaErrorNotSupported : make_object(object, resource, *texture);
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object, const char* file, int line) {
  return api("cudaDestroyTextureObject", file, line, [&] { return destroy(object); });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t object,
                                             const char* file, int line) {
  return api("cudaGetTextureObjectResourceDesc", file, line, [&] {
    const TextureObject* const o = known_object(object);
    if (!o || !resource) return cudaErrorInvalidValue;
    *resource = o->resource;
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* texture, cudaTextureObject_t object,
                                            const char* file, int line) {
  return api("cudaGetTextureObjectTextureDesc", file, line, [&] {
    const TextureObject* const o = known_object(object);
    if (!o || !texture) return cudaErrorInvalidValue;
    *texture = o->texture;
    return cudaSuccess;
  });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource,
                                    const char* file, int line) {
  return api("cudaCreateSurfaceObject", file, line, [&] {
    if (resource && resource->resType != cudaResourceTypeArray) return cudaErrorInvalidValue;
    return make_object(object, resource, {});
  });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object, const char* file, int line) {
  return api("cudaDestroySurfaceObject", file, line, [&] { return destroy(object); });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t object,
                                             const char* file, int line) {
  return cudaGetTextureObjectResourceDesc(resource, object, file, line);
}

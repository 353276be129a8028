// Copies to and from CUDA arrays, and 3D copies.
#include "engine/api/api.h"
#include "engine/api/streams.h"
#include "engine/memory/arrays.h"
#include "engine/memory/copies.h"

namespace simt::detail {

namespace {

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

/// One side of a 3D copy: an array or pitched memory.
bool resolve_side(cudaArray_t array, const cudaPitchedPtr& p, const cudaPos& at,
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
  if (array && !is_array(array)) return cudaErrorInvalidValue;
  // Extents count elements if an array takes part, otherwise bytes. Positions in pitched memory are
  // always in bytes.
  const std::size_t element = array ? array->element : 1;
  const std::size_t width = p.extent.width * element;
  Box to{}, from{};
  if (!resolve_side(p.dstArray, p.dstPtr, p.dstPos, p.extent, width, 1, &to) ||
      !resolve_side(p.srcArray, p.srcPtr, p.srcPos, p.extent, width, 1, &from))
    return cudaErrorInvalidValue;
  return copy_box(to, from, width, p.extent.height, p.extent.depth, p.kind, stream, async);
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

/// Copies consecutive bytes of an array from a position on: whole rows and parts of rows.
cudaError_t copy_run(const char* call, const char* file, int line, cudaArray_const_t array,
                     std::size_t x, std::size_t y, void* memory, std::size_t size,
                     cudaMemcpyKind kind, bool to_array) {
  std::size_t row = 0;
  {
    const std::lock_guard guard(runtime_lock());
    if (is_array(array)) row = array->width * array->element;
  }
  const bool whole = row != 0 && x == 0 && size % row == 0;
  return copy_with_array(call, file, line, array, x, y, memory, whole ? row : size,
                         whole ? row : size, whole ? size / row : 1, kind, nullptr, to_array,
                         false);
}

}  // namespace

}  // namespace simt::detail

using namespace simt::detail;

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

#include "engine/memory/copies.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "engine/api/api.h"
#include "engine/checker.h"
#include "engine/graphs/graphs.h"
#include "engine/memory/allocations.h"
#include "engine/memory/host_arrays.h"
#include "engine/memory/protection.h"
#include "engine/memory/symbols.h"

namespace simt::detail {

namespace {

enum class Place { pageable, pinned, managed, device, invalid };

/// Whether the range is a graph's memory, which may not be allocated yet.
bool is_reserved(const void* p, std::size_t size) {
  const Reservation* const r = find_reservation(p);
  return r && reinterpret_cast<std::uintptr_t>(p) - r->start + size <= r->size;
}

/// Checked when the operation runs: the memory was freed since the call, or is not allocated yet.
bool is_gone(const void* p) { return is_device(address_space(p)) && !find_allocation(p); }

void fail_operation() {
  set_sticky_error(cudaErrorIllegalAddress, current_call.call, current_call.file,
                   current_call.line);
}

// The kind of memory of [p, p + size); `invalid` if it leaves an allocation or is unallocated
// device memory.
Place classify_place(const void* p, std::size_t size) {
  if (!p) return Place::invalid;
  const Space space = address_space(p);
  if (is_device(space) || space == Space::managed || space == Space::pinned) {
    const Allocation* a = find_allocation(p);
    if (!a && is_reserved(p, size)) return Place::device;
    if (!a || !contains(*a, p, size)) return Place::invalid;
    if (space == Space::managed) return Place::managed;
    return space == Space::pinned ? Place::pinned : Place::device;
  }
  if (space == Space::arguments) return Place::invalid;
  if (is_symbol(p, size)) return Place::device;
  if (is_symbol(p, 1)) return Place::invalid;
  return is_registered(p) ? Place::pinned : Place::pageable;
}

bool fits(Place p, bool device_side) {
  if (p == Place::managed || p == Place::pinned) return true;
  return (p == Place::device) == device_side;
}

cudaError_t check(Place to, Place from, cudaMemcpyKind kind) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (to == Place::invalid || from == Place::invalid) return cudaErrorInvalidValue;
  // CUDA leaves a direction that does not match the pointers undefined. With unified addressing, a
  // GPU copies for cudaMemcpyHostToHost whatever the pointers are, and refuses the other three.
  if (kind == cudaMemcpyDefault || kind == cudaMemcpyHostToHost) return cudaSuccess;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  return fits(to, to_device) && fits(from, from_device) ? cudaSuccess : cudaErrorInvalidValue;
}

/// Whether the operation is refused because it leaves an array; records that as the reason.
/// `extent`: bytes; with a pitch, from the first row's start to the last row's end.
bool is_too_much(const char* does, const char* where, const void* p, std::size_t extent) {
  const Allocation* a = p ? find_allocation(p) : nullptr;
  if (!a || contains(*a, p, extent)) return false;
  const std::size_t before = reinterpret_cast<std::uintptr_t>(p) - a->start;
  set_refusal_reason(refusal_of_size(does, where, extent, a->size - before, a->size));
  return true;
}

/// Records why a copy is refused.
void explain(const void* to, Place to_place, std::size_t to_extent, const void* from,
             Place from_place, std::size_t from_extent, cudaMemcpyKind kind) {
  if (checker) checker->copy_refused(to, from);
  if (is_too_much("copies", "into", to, to_extent) ||
      is_too_much("copies", "from", from, from_extent))
    return;
  if (to_place == Place::invalid || from_place == Place::invalid) return;
  set_refusal_reason(
      refusal_of_direction(kind, to_place == Place::device, from_place == Place::device));
}

void report_addresses(const void* to, const void* from) {
  if (!checker) return;
  checker->takes_address("its destination", to);
  if (from) checker->takes_address("its source", from);
}

/// A blocking call in the legacy stream, which waits for captured streams, invalidates their
/// capture.
bool invalidates_capture(const CUstream_st& stream) {
  if (!legacy_waits_for_captured(stream.device)) return false;
  invalidate_captures();
  return true;
}

struct Rows {
  char* to;
  std::size_t to_pitch;
  const char* from;
  std::size_t from_pitch;
  std::size_t width;
  std::size_t height;
  std::size_t depth = 1;  // planes; to_plane, from_plane: their distance in bytes
  std::size_t to_plane = 0;
  std::size_t from_plane = 0;
  const char* staged_from = nullptr;  // the host address of the staged values
  std::size_t staged_pitch = 0, staged_plane = 0;
  // Ends of the host's arrays; null if unknown or past the rows.
  const char *to_end = nullptr, *from_end = nullptr;

  void run() const {
    const OpenDevices open;
    for (std::size_t k = 0; k < depth; ++k)
      for (std::size_t i = 0; i < height; ++i) {
        char* const row = to + k * to_plane + i * to_pitch;
        const char* const source = from + k * from_plane + i * from_pitch;
        const std::size_t size = std::min(part_before(row, to_end), part_before(source, from_end));
        if (size == 0) continue;
        if (checker)
          checker->copies(row, source, size,
                          staged_from ? staged_from + k * staged_plane + i * staged_pitch : source);
        if (is_gone(row) || is_gone(source)) return fail_operation();
        std::memmove(row, source, size);
      }
  }
  /// The part of a row that lies before the end of its array.
  std::size_t part_before(const char* row, const char* end) const {
    if (!end) return width;
    return row < end ? std::min(width, static_cast<std::size_t>(end - row)) : 0;
  }
  std::size_t to_extent() const { return (depth - 1) * to_plane + (height - 1) * to_pitch + width; }
  std::size_t from_extent() const {
    return (depth - 1) * from_plane + (height - 1) * from_pitch + width;
  }
};

/// The end of the host's array if the copy leaves it.
const char* end_of_array(const char* start, std::size_t extent, std::size_t known_size, bool into) {
  const auto array = host_array_at(start, known_size);
  if (!array || extent <= array->size - array->offset) return nullptr;
  if (checker) checker->copies_past_host_array(into, extent, *array);
  return start + (array->size - array->offset);
}

cudaError_t copy_rows(Rows rows, cudaMemcpyKind kind, CUstream_st& stream, bool async,
                      const HostSizes& known = {}) {
  if (rows.width == 0 || rows.height == 0 || rows.depth == 0) return cudaSuccess;
  if (rows.height > 1 && (rows.to_pitch < rows.width || rows.from_pitch < rows.width))
    return cudaErrorInvalidPitchValue;
  const Place to = classify_place(rows.to, rows.to_extent());
  const Place from = classify_place(rows.from, rows.from_extent());
  if (const cudaError_t e = check(to, from, kind)) {
    if (kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault)
      explain(rows.to, to, rows.to_extent(), rows.from, from, rows.from_extent(), kind);
    return e;
  }

  if (to == Place::pageable) rows.to_end = end_of_array(rows.to, rows.to_extent(), known.to, true);
  if (from == Place::pageable || is_registered(rows.from))
    rows.from_end = end_of_array(rows.from, rows.from_extent(), known.from, false);

  const bool host_involved = to == Place::pageable || from == Place::pageable ||
                             to == Place::pinned || from == Place::pinned ||
                             kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToDevice;
  if (async && from == Place::pageable && to != Place::pageable && !stream.capture) {
    // Pageable memory is staged before the call returns (CUDA Runtime API, "API synchronization
    // behavior"), because the program may change it right after.
    auto staged = std::make_shared<std::vector<char>>(rows.width * rows.height * rows.depth);
    Rows from_stage = rows;
    from_stage.from_pitch = rows.width;
    from_stage.from_plane = rows.width * rows.height;
    from_stage.staged_from = rows.from;
    from_stage.staged_pitch = rows.from_pitch;
    from_stage.staged_plane = rows.from_plane;
    for (std::size_t k = 0; k < rows.depth; ++k)
      for (std::size_t i = 0; i < rows.height; ++i) {
        const char* const source = rows.from + k * rows.from_plane + i * rows.from_pitch;
        std::memcpy(staged->data() + k * from_stage.from_plane + i * rows.width, source,
                    rows.part_before(source, rows.from_end));
      }
    from_stage.from_end = nullptr;
    enqueue(stream, [from_stage, staged]() mutable {
      from_stage.from = staged->data();
      from_stage.run();
    });
    return cudaSuccess;
  }
  const std::uint64_t id = enqueue(stream, [rows] { rows.run(); });
  // A copy to pageable memory returns when it is complete; a copy between device arrays does not
  // wait, even in the blocking form.
  if (async ? to == Place::pageable : host_involved) finish(id);
  return cudaSuccess;
}

}  // namespace

cudaError_t set(void* pointer, std::size_t pitch, unsigned value, std::size_t element,
                std::size_t width, std::size_t height, CUstream_st& stream, bool async) {
  if (width == 0 || height == 0) return cudaSuccess;
  if (element != 1 && element != 2 && element != 4) return cudaErrorInvalidValue;
  const std::size_t row = width * element;
  if (height > 1 && pitch < row) return cudaErrorInvalidPitchValue;
  const Place place = classify_place(pointer, (height - 1) * pitch + row);
  if (place == Place::invalid || place == Place::pageable) {
    is_too_much("sets", "of", pointer, (height - 1) * pitch + row);
    return cudaErrorInvalidValue;
  }
  char* p = static_cast<char*>(pointer);
  const std::uint64_t id = enqueue(stream, [=] {
    const OpenDevices open;
    for (std::size_t i = 0; i < height; ++i) {
      if (checker) checker->sets(p + i * pitch, row);
      if (is_gone(p + i * pitch)) return fail_operation();
      if (element == 1) {
        std::memset(p + i * pitch, static_cast<int>(value), row);
        continue;
      }
      for (std::size_t at = 0; at < row; at += element)
        std::memcpy(p + i * pitch + at, &value, element);
    }
  });
  // cudaMemset waits only for host memory and unified memory.
  if (!async && place != Place::device) finish(id);
  return cudaSuccess;
}

cudaError_t copy_box(const Box& to, const Box& from, std::size_t width, std::size_t height,
                     std::size_t depth, cudaMemcpyKind kind, CUstream_st& stream, bool async) {
  if (!async && invalidates_capture(stream)) return cudaErrorStreamCaptureImplicit;
  Rows rows{to.start, to.pitch, from.start, from.pitch, width, height};
  rows.depth = depth;
  rows.to_plane = to.plane;
  rows.from_plane = from.plane;
  return copy_rows(rows, kind, stream, async);
}

cudaError_t copy(void* to, const void* from, std::size_t size, cudaMemcpyKind kind,
                 CUstream_st& stream, bool async, const HostSizes& known) {
  const Rows rows{static_cast<char*>(to), size, static_cast<const char*>(from), size, size, 1};
  return copy_rows(rows, kind, stream, async, known);
}

cudaError_t sized_copy(const char* call, void* to, const void* from, std::size_t size,
                       cudaMemcpyKind kind, cudaStream_t stream, bool async, const HostSizes& known,
                       const char* file, int line) {
  return api(call, file, line, [&] {
    CUstream_st* const s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (!async && invalidates_capture(*s)) return cudaErrorStreamCaptureImplicit;
    report_addresses(to, from);
    return copy(to, from, size, kind, *s, async, known);
  });
}

cudaError_t sized_copy_2d(const char* call, void* to, std::size_t to_pitch, const void* from,
                          std::size_t from_pitch, std::size_t width, std::size_t height,
                          cudaMemcpyKind kind, cudaStream_t stream, bool async,
                          const HostSizes& known, const char* file, int line) {
  return api(call, file, line, [&] {
    CUstream_st* const s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (!async && invalidates_capture(*s)) return cudaErrorStreamCaptureImplicit;
    report_addresses(to, from);
    return copy_rows({static_cast<char*>(to), to_pitch, static_cast<const char*>(from), from_pitch,
                      width, height},
                     kind, *s, async, known);
  });
}

namespace {

cudaError_t set_2d(const char* call, const char* file, int line, void* pointer, std::size_t pitch,
                   int value, std::size_t width, std::size_t height, cudaStream_t stream,
                   bool async) {
  return api(call, file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (!async && invalidates_capture(*s)) return cudaErrorStreamCaptureImplicit;
    report_addresses(pointer, nullptr);
    return set(pointer, pitch, static_cast<unsigned char>(value), 1, width, height, *s, async);
  });
}

}  // namespace

}  // namespace simt::detail

using namespace simt::detail;

cudaError_t cudaMemcpy(void* to, const void* from, size_t size, cudaMemcpyKind kind,
                       const char* file, int line) {
  return sized_copy("cudaMemcpy", to, from, size, kind, nullptr, false, {}, file, line);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t size, cudaMemcpyKind kind,
                            cudaStream_t stream, const char* file, int line) {
  return sized_copy("cudaMemcpyAsync", to, from, size, kind, stream, true, {}, file, line);
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind, const char* file,
                         int line) {
  return sized_copy_2d("cudaMemcpy2D", to, to_pitch, from, from_pitch, width, height, kind, nullptr,
                       false, {}, file, line);
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream,
                              const char* file, int line) {
  return sized_copy_2d("cudaMemcpy2DAsync", to, to_pitch, from, from_pitch, width, height, kind,
                       stream, true, {}, file, line);
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                size_t size, cudaStream_t stream, const char* file, int line) {
  return api("cudaMemcpyPeer", file, line, [&] {
    const auto valid = [](int d) { return d >= 0 && d < devices; };
    if (!valid(to_device) || !valid(from_device)) return cudaErrorInvalidDevice;
    CUstream_st* s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    // The default streams of both devices finish first, as for any copy between devices.
    if (stream == nullptr) {
      finish_device(to_device);
      finish_device(from_device);
    }
    return copy(to, from, size, cudaMemcpyDeviceToDevice, *s, true);
  });
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t size,
                           const char* file, int line) {
  // CUDA Runtime API, cudaMemcpyPeer: "serialized with respect to all pending and future
  // asynchronous work into the current device, srcDevice, and dstDevice".
  const cudaError_t error =
      cudaMemcpyPeerAsync(to, to_device, from, from_device, size, nullptr, file, line);
  if (error == cudaSuccess) {
    const std::lock_guard lock(runtime_lock());
    finish_stream(*find_stream(nullptr));
  }
  return error;
}

cudaError_t cudaMemset(void* pointer, int value, size_t size, const char* file, int line) {
  return set_2d("cudaMemset", file, line, pointer, size, value, size, 1, nullptr, false);
}

cudaError_t cudaMemsetAsync(void* pointer, int value, size_t size, cudaStream_t stream,
                            const char* file, int line) {
  return set_2d("cudaMemsetAsync", file, line, pointer, size, value, size, 1, stream, true);
}

cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height,
                         const char* file, int line) {
  return set_2d("cudaMemset2D", file, line, pointer, pitch, value, width, height, nullptr, false);
}

cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream, const char* file, int line) {
  return set_2d("cudaMemset2DAsync", file, line, pointer, pitch, value, width, height, stream,
                true);
}

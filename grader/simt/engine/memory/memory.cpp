// Allocation: cudaMalloc and related calls.
#include <utility>

#include "engine/api/api.h"
#include "engine/api/device_properties.h"
#include "engine/api/streams.h"
#include "engine/checker.h"
#include "engine/graphs/graph_memory.h"
#include "engine/memory/allocations.h"
#include "engine/memory/device_heap.h"
#include "engine/memory/pools.h"

using namespace simt::detail;

namespace {

constexpr std::size_t pitch_alignment = 512, alignment_in_kernels = 256;

void note_refused_release(const void* pointer) {
  const HostCall host;
  if (checker && sticky_error()) checker->release_refused(pointer);
}

cudaError_t allocate_checked(Space space, std::size_t size, void** pointer) {
  if (!pointer) return cudaErrorInvalidValue;
  if (size == 0) {
    *pointer = nullptr;
    return cudaSuccess;
  }
  return allocate(space, current_device(), size, pointer);
}

}  // namespace

cudaError_t cudaMalloc(void** pointer, size_t size, const char* file, int line) {
  if (in_kernel()) {
    if (!pointer) return cudaErrorInvalidValue;
    if (checker) checker->stores_pointer(pointer, __builtin_return_address(0));
    *pointer = allocate_on_heap(size, alignment_in_kernels, __builtin_return_address(0));
    return *pointer ? cudaSuccess : cudaErrorMemoryAllocation;
  }
  return api("cudaMalloc", file, line,
             [&] { return allocate_checked(device_space(current_device()), size, pointer); });
}

cudaError_t cudaMallocAsync(void** pointer, size_t size, cudaStream_t stream, const char* file,
                            int line) {
  return api("cudaMallocAsync", file, line, [&] {
    CUstream_st* const s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    return s->capture ? allocate_in_capture(*s, size, pointer)
                      : allocate_from_pool(pointer, size, nullptr);
  });
}

cudaError_t cudaMallocManaged(void** pointer, size_t size, unsigned flags, const char* file,
                              int line) {
  return api("cudaMallocManaged", file, line, [&] {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return cudaErrorInvalidValue;
    if (size == 0) return cudaErrorInvalidValue;
    return allocate_checked(Space::managed, size, pointer);
  });
}

cudaError_t cudaHostAlloc(void** pointer, size_t size, unsigned, const char* file, int line) {
  return api("cudaHostAlloc", file, line,
             [&] { return allocate_checked(Space::pinned, size, pointer); });
}

cudaError_t cudaMallocHost(void** pointer, size_t size, unsigned, const char* file, int line) {
  return api("cudaMallocHost", file, line,
             [&] { return allocate_checked(Space::pinned, size, pointer); });
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height,
                            const char* file, int line) {
  return api("cudaMallocPitch", file, line, [&] {
    if (!pitch) return cudaErrorInvalidValue;
    *pitch = round_up(width, pitch_alignment);
    return allocate_checked(device_space(current_device()), *pitch * height, pointer);
  });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent, const char* file, int line) {
  return api("cudaMalloc3D", file, line, [&] {
    if (!pointer) return cudaErrorInvalidValue;
    const std::size_t pitch = round_up(extent.width, pitch_alignment);
    *pointer = {nullptr, pitch, extent.width, extent.height};
    return allocate_checked(device_space(current_device()), pitch * extent.height * extent.depth,
                            &pointer->ptr);
  });
}

cudaError_t cudaFree(void* pointer) {
  if (in_kernel()) {
    free_in_kernel(pointer, "cudaFree", __builtin_return_address(0));
    return cudaSuccess;
  }
  note_refused_release(pointer);
  const auto body = [&] {
    if (!pointer) return cudaSuccess;
    finish_everything();  // freeing waits for the device
    leave_pool(pointer);
    release_reservation(pointer);
    return sticky_error() ? sticky_error() : release(pointer, false);
  };
  return api("cudaFree", nullptr, 0, body, __builtin_return_address(0));
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream, const char* file, int line) {
  note_refused_release(pointer);
  return api("cudaFreeAsync", file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (s->capture) return free_in_capture(*s, pointer);
    // A graph's memory may not be allocated yet.
    if (!find_allocation(pointer) && !find_reservation(pointer)) return cudaErrorInvalidValue;
    release_reservation(pointer);
    enqueue(*s, [pointer, call = current_call] {
      // It may run during another call.
      const CallSite by = std::exchange(current_call, call);
      leave_pool(pointer);
      release(pointer, false);
      current_call = by;
    });
    return cudaSuccess;
  });
}

cudaError_t cudaFreeHost(void* pointer) {
  note_refused_release(pointer);
  const auto body = [&] {
    if (!pointer) return cudaSuccess;
    finish_everything();
    return sticky_error() ? sticky_error() : release(pointer, true);
  };
  return api("cudaFreeHost", nullptr, 0, body, __builtin_return_address(0));
}

cudaError_t cudaHostRegister(void* pointer, size_t size, unsigned, const char* file, int line) {
  return api("cudaHostRegister", file, line, [&] { return register_host(pointer, size); });
}

cudaError_t cudaHostUnregister(void* pointer, const char* file, int line) {
  note_refused_release(pointer);
  return api("cudaHostUnregister", file, line, [&] {
    finish_everything();
    return unregister_host(pointer);
  });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned, const char* file,
                                     int line) {
  return api("cudaHostGetDevicePointer", file, line, [&] {
    const Allocation* a = find_allocation(host);
    if (!device || !((a && a->space == Space::pinned) || is_registered(host)))
      return cudaErrorInvalidValue;
    *device = host;
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer,
                                     const char* file, int line) {
  return api("cudaPointerGetAttributes", file, line, [&] {
    if (!attributes) return cudaErrorInvalidValue;
    void* p = const_cast<void*>(pointer);
    const Allocation* a = find_allocation(pointer);
    if (!a && !is_registered(pointer)) {
      *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, p};
    } else if (!a || a->space == Space::pinned) {
      *attributes = {cudaMemoryTypeHost, a ? a->device : current_device(), p, p};
    } else if (a->space == Space::managed) {
      *attributes = {cudaMemoryTypeManaged, a->device, p, p};
    } else {
      *attributes = {cudaMemoryTypeDevice, a->device, p, nullptr};
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total, const char* file, int line) {
  return api("cudaMemGetInfo", file, line, [&] {
    if (!free || !total) return cudaErrorInvalidValue;
    *free = device_bytes_free(current_device());
    *total = device_memory_size();
    return cudaSuccess;
  });
}

namespace {

// Placement has no effect here, but the arguments are checked.
cudaError_t check_managed(const void* pointer, std::size_t size, int device) {
  const Allocation* a = find_allocation(pointer);
  if (!a || a->space != Space::managed || !contains(*a, pointer, size))
    return cudaErrorInvalidValue;
  return device >= cudaCpuDeviceId && device < devices ? cudaSuccess : cudaErrorInvalidDevice;
}

int device_number(cudaMemLocation l) {
  return l.type == cudaMemLocationTypeDevice ? l.id : cudaCpuDeviceId;
}

}  // namespace

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t size, int device, cudaStream_t stream,
                                 const char* file, int line) {
  return api("cudaMemPrefetchAsync", file, line, [&] {
    if (!find_stream(stream)) return cudaErrorInvalidResourceHandle;
    return check_managed(pointer, size, device);
  });
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t size, cudaMemLocation location,
                                 unsigned, cudaStream_t stream, const char* file, int line) {
  return cudaMemPrefetchAsync(pointer, size, device_number(location), stream, file, line);
}

cudaError_t cudaMemAdvise(const void* pointer, size_t size, cudaMemoryAdvise, int device,
                          const char* file, int line) {
  return api("cudaMemAdvise", file, line, [&] { return check_managed(pointer, size, device); });
}

cudaError_t cudaMemAdvise(const void* pointer, size_t size, cudaMemoryAdvise advice,
                          cudaMemLocation location, const char* file, int line) {
  return cudaMemAdvise(pointer, size, advice, device_number(location), file, line);
}

simt::Allocations simt::device_allocations_alive() {
  const std::lock_guard lock(runtime_lock());
  return detail::alive();
}

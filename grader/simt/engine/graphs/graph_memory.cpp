#include "engine/graphs/graph_memory.h"

#include <algorithm>
#include <memory>

#include "engine/api/api.h"
#include "engine/graphs/graphs.h"
#include "engine/memory/allocations.h"
#include "simt/graph_nodes.h"

using Node = CUgraphNode_st;

namespace simt::detail {

namespace {

struct Footprint {
  unsigned long long used = 0, used_high = 0, reserved = 0, reserved_high = 0;
};
Footprint footprints[devices];

void allocate_now(const Reservation& r, const CallSite& call) {
  const CallSite by = current_call;
  current_call = call;
  const cudaError_t error = allocate_reserved(r);
  if (error) set_sticky_error(error, call.call, call.file, call.line);
  current_call = by;
}

void free_now(void* pointer, const CallSite& call) {
  const CallSite by = current_call;
  current_call = call;
  release(pointer, false);
  current_call = by;
}

unsigned long long* attribute_value(Footprint& f, cudaGraphMemAttributeType attribute) {
  switch (attribute) {
    case cudaGraphMemAttrUsedMemCurrent:
      return &f.used;
    case cudaGraphMemAttrUsedMemHigh:
      return &f.used_high;
    case cudaGraphMemAttrReservedMemCurrent:
      return &f.reserved;
    case cudaGraphMemAttrReservedMemHigh:
      return &f.reserved_high;
  }
  return nullptr;
}

}  // namespace

cudaError_t allocate_in_capture(CUstream_st& stream, std::size_t size, void** pointer) {
  if (!pointer || size == 0) return cudaErrorInvalidValue;
  std::shared_ptr<Reservation> r = reserve(stream.device, size);
  if (!r) return cudaErrorMemoryAllocation;
  note_in_graph(stream, [r, call = current_call] { allocate_now(*r, call); });
  newest_in_capture(stream).allocates = r;
  *pointer = reinterpret_cast<void*>(r->start);
  return cudaSuccess;
}

cudaError_t free_in_capture(CUstream_st& stream, void* pointer) {
  const Reservation* const r = find_reservation(pointer);
  if (!r || reinterpret_cast<void*>(r->start) != pointer) return cudaErrorInvalidValue;
  for (const auto& node : stream.capture->graph->nodes)
    if (node->frees == pointer) return cudaErrorInvalidValue;
  note_in_graph(stream, [pointer, call = current_call] { free_now(pointer, call); });
  newest_in_capture(stream).frees = pointer;
  return cudaSuccess;
}

void release_reservation(const void* pointer) {
  if (Reservation* const r = find_reservation(pointer)) r->held = false;
}

void graph_memory_taken(int device, std::size_t size) {
  Footprint& f = footprints[device];
  f.used += size;
  f.used_high = std::max(f.used_high, f.used);
  f.reserved = std::max(f.reserved, f.used);
  f.reserved_high = std::max(f.reserved_high, f.reserved);
}

void graph_memory_released(int device, std::size_t size) { footprints[device].used -= size; }

}  // namespace simt::detail

using namespace simt::detail;

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, size_t count,
                                     cudaMemAllocNodeParams* params, const char* file, int line) {
  return api("cudaGraphAddMemAllocNode", file, line, [&] {
    if (!params || params->poolProps.allocType != cudaMemAllocationTypePinned ||
        params->poolProps.location.type != cudaMemLocationTypeDevice)
      return cudaErrorInvalidValue;
    const int device = params->poolProps.location.id;
    if (device < 0 || device >= devices) return cudaErrorInvalidDevice;
    return add_node(node, graph, after, count, [&](CUstream_st& stream) {
      stream.device = device;
      return allocate_in_capture(stream, params->bytesize, &params->dptr);
    });
  });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* params,
                                           const char* file, int line) {
  return api("cudaGraphMemAllocNodeGetParams", file, line, [&] {
    if (!node || !params || !node->allocates) return cudaErrorInvalidValue;
    const Reservation& r = *node->allocates;
    *params = {};
    params->poolProps.allocType = cudaMemAllocationTypePinned;
    params->poolProps.location = {cudaMemLocationTypeDevice, r.device};
    params->bytesize = r.size;
    params->dptr = reinterpret_cast<void*>(r.start);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* after, size_t count, void* pointer,
                                    const char* file, int line) {
  return api("cudaGraphAddMemFreeNode", file, line, [&] {
    return add_node(node, graph, after, count,
                    [&](CUstream_st& stream) { return free_in_capture(stream, pointer); });
  });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer, const char* file,
                                          int line) {
  return api("cudaGraphMemFreeNodeGetParams", file, line, [&] {
    if (!node || !pointer || !node->frees) return cudaErrorInvalidValue;
    *static_cast<void**>(pointer) = node->frees;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGraphMemTrim(int device, const char* file, int line) {
  return api("cudaDeviceGraphMemTrim", file, line, [&] {
    if (device < 0 || device >= devices) return cudaErrorInvalidDevice;
    footprints[device].reserved = footprints[device].used;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value, const char* file, int line) {
  return api("cudaDeviceGetGraphMemAttribute", file, line, [&] {
    if (device < 0 || device >= devices) return cudaErrorInvalidDevice;
    const unsigned long long* const found = attribute_value(footprints[device], attribute);
    if (!value || !found) return cudaErrorInvalidValue;
    *static_cast<unsigned long long*>(value) = *found;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value, const char* file, int line) {
  return api("cudaDeviceSetGraphMemAttribute", file, line, [&] {
    if (device < 0 || device >= devices) return cudaErrorInvalidDevice;
    // The high-water marks can only be reset.
    if (!value || *static_cast<unsigned long long*>(value) != 0) return cudaErrorInvalidValue;
    Footprint& f = footprints[device];
    if (attribute == cudaGraphMemAttrUsedMemHigh)
      f.used_high = f.used;
    else if (attribute == cudaGraphMemAttrReservedMemHigh)
      f.reserved_high = f.reserved;
    else
      return cudaErrorInvalidValue;
    return cudaSuccess;
  });
}

// Memory that graphs allocate and free as they run. Its addresses are reserved when the node is
// made.
#pragma once

#include <cstddef>

#include "simt/error_codes.h"

struct CUstream_st;

namespace simt::detail {

/// For captured streams: these calls become nodes.
cudaError_t allocate_in_capture(CUstream_st& stream, std::size_t size, void** pointer);
cudaError_t free_in_capture(CUstream_st& stream, void* pointer);

/// The program frees the memory outside of the graph: the graph can be launched again.
void release_reservation(const void* pointer);

void graph_memory_taken(int device, std::size_t size);
void graph_memory_released(int device, std::size_t size);

}  // namespace simt::detail

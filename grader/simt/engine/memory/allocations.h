// Device, managed and pinned memory. An allocation ends where an unmapped page begins (to 256
// bytes, CUDA's alignment), and addresses are not used again soon: overruns and freed memory fault.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/memory/address_space.h"
#include "simt/error_codes.h"
#include "simt/host.h"

namespace simt::detail {

struct Allocation {
  std::uintptr_t start = 0;
  std::size_t size = 0;  // as requested
  Space space = Space::elsewhere;
  int device = 0;
  bool of_graph = false;  // allocated by a graph, at a reserved address
};

/// Addresses of a graph's memory. They are fixed when the graph is built and not used for anything
/// else until the last graph that uses them is destroyed.
struct Reservation {
  std::uintptr_t start = 0;
  std::size_t size = 0;
  int device = 0;
  bool held = false;  // a launch left memory here that no call has freed yet

  Reservation() = default;
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;
  ~Reservation();
};

// `poison`: fill with 0xFF, so that what is never written reads as NaN.
cudaError_t allocate(Space space, int device, std::size_t size, void** pointer);
/// Returns null if no addresses are left.
std::shared_ptr<Reservation> reserve(int device, std::size_t size);
cudaError_t allocate_reserved(const Reservation& r);
/// The reservation that contains the address, or null.
Reservation* find_reservation(const void* address);

// `pointer` must be the start of a live allocation of the given kind.
cudaError_t release(void* pointer, bool pinned);
void release_everything();

// The live allocation that contains the address, or null.
const Allocation* find_allocation(const void* address);
// Whether [address, address + size) lies within the allocation.
bool contains(const Allocation& a, const void* address, std::size_t size);

// Host memory that the program registered as pinned.
cudaError_t register_host(void* pointer, std::size_t size);
cudaError_t unregister_host(void* pointer);
bool is_registered(const void* address);

Allocations alive();
std::size_t device_bytes_free(int device);

// Describes in words what is at the address. Safe in a signal handler.
void describe_address(const void* address, char* text, std::size_t size);

}  // namespace simt::detail

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
  std::size_t size = 0;  // as asked for
  Space space = Space::elsewhere;
  int device = 0;
  bool of_graph = false;  // reserved before
};

/// Addresses of a graph's memory: they are known when the graph is built, and are given to nobody
/// else until the last graph that has them is gone.
struct Reservation {
  std::uintptr_t start = 0;
  std::size_t size = 0;
  int device = 0;
  bool held = false;  // a launch leaves memory there that nothing has been asked to free

  Reservation() = default;
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;
  ~Reservation();
};

// `poison`: fill with 0xFF, so that what is never written reads as NaN.
cudaError_t allocate(Space space, int device, std::size_t size, void** pointer);
/// Null: there are no such addresses left.
std::shared_ptr<Reservation> reserve(int device, std::size_t size);
cudaError_t allocate_reserved(const Reservation& r);
/// The one that holds the address, or null.
Reservation* find_reservation(const void* address);

// The pointer must be the start of a live allocation in one of the given kinds of memory.
cudaError_t release(void* pointer, bool pinned);
void release_everything();

// The live allocation that holds the address, or null.
const Allocation* find_allocation(const void* address);
// Whether [address, address + size) lies in one allocation.
bool contains(const Allocation& a, const void* address, std::size_t size);

// Memory that the program owns and has registered as pinned.
cudaError_t register_host(void* pointer, std::size_t size);
cudaError_t unregister_host(void* pointer);
bool is_registered(const void* address);

Allocations alive();
std::size_t device_bytes_free(int device);

// In words, what is at the address. Safe in a signal handler.
void describe_address(const void* address, char* text, std::size_t size);

}  // namespace simt::detail

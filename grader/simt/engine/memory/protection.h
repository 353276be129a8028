// Keeps host code away from device memory and blocks' shared memory, as on real hardware, and a
// kernel away from a device whose peer access is not enabled. Memory protection keys (pkeys(7))
// reduce this to a register write per grid and copy. Without them (by processor or sandbox), memory
// stays unprotected.
#pragma once

#include <cstddef>

namespace simt::detail {

// Applies protection to a new mapping of `device`.
void protect_allocation(void* memory, std::size_t size, int device);
// The same for memory of kernels on all devices: blocks' shared memory.
void protect_shared_memory(void* memory, std::size_t size);

// Lets this thread use the memory of `device` and of its enabled peers, or of all devices (-1).
void open_device(int device);
void close_devices();

// Opens all devices for a copy by the runtime itself.
struct OpenDevices {
  OpenDevices() { open_device(-1); }
  ~OpenDevices() { close_devices(); }
  OpenDevices(const OpenDevices&) = delete;
};

// Whether kernels of `device` may access the memory of `peer`.
bool peer_enabled(int device, int peer);
void set_peer_enabled(int device, int peer, bool enabled);

bool protection_keys_available();

}  // namespace simt::detail

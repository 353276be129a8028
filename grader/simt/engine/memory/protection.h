// Keeps host code away from device memory, as on real hardware, and a kernel away from a device
// whose peer access is not enabled. Memory protection keys (pkeys(7)) make this a register write
// per grid and copy. Where the processor or a sandbox has none, memory stays open.
#pragma once

#include <cstddef>

namespace simt::detail {

// Gives a new mapping of `device` its protection.
void protect_allocation(void* memory, std::size_t size, int device);

// Lets this thread use the memory of `device` and of its enabled peers, or of all devices (-1).
void open_device(int device);
void close_devices();

// For the length of a copy by the runtime itself.
struct OpenDevices {
  OpenDevices() { open_device(-1); }
  ~OpenDevices() { close_devices(); }
  OpenDevices(const OpenDevices&) = delete;
};

// Whether kernels of `device` may touch the memory of `peer`.
bool peer_enabled(int device, int peer);
void set_peer_enabled(int device, int peer, bool enabled);

bool protection_keys_available();

}  // namespace simt::detail

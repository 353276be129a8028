#include "engine/memory/protection.h"

#include <sys/mman.h>

#include "engine/memory/address_space.h"

namespace simt::detail {

namespace {

constexpr int shared_memory = devices;  // its key's number

struct Keys {
  bool available = true;
  int key[devices + 1];

  Keys() {
    for (int& k : key) {
      k = pkey_alloc(0, PKEY_DISABLE_ACCESS);
      if (k < 0) available = false;
    }
  }
};

const Keys& keys() {
  static const Keys made;
  return made;
}

bool peers[devices][devices];

}  // namespace

bool protection_keys_available() { return keys().available; }

void protect_allocation(void* memory, std::size_t size, int device) {
  if (keys().available) pkey_mprotect(memory, size, PROT_READ | PROT_WRITE, keys().key[device]);
}

void protect_shared_memory(void* memory, std::size_t size) {
  protect_allocation(memory, size, shared_memory);
}

void open_device(int device) {
  if (!keys().available) return;
  for (int d = 0; d < devices; ++d) {
    const bool open = device < 0 || d == device || peers[device][d];
    pkey_set(keys().key[d], open ? 0 : PKEY_DISABLE_ACCESS);
  }
  pkey_set(keys().key[shared_memory], 0);
}

void close_devices() {
  if (!keys().available) return;
  for (const int key : keys().key) pkey_set(key, PKEY_DISABLE_ACCESS);
}

bool peer_enabled(int device, int peer) { return peers[device][peer]; }
void set_peer_enabled(int device, int peer, bool enabled) { peers[device][peer] = enabled; }

}  // namespace simt::detail

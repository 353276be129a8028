#include "engine/memory/shared_memory.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "engine/api/device_properties.h"
#include "engine/block.h"
#include "engine/checker.h"
#include "engine/memory/address_space.h"
#include "engine/memory/protection.h"
#include "engine/worker.h"
#include "simt/shared.h"

namespace simt::detail {

namespace {

std::mutex sites_lock;
unsigned sites_made = 0;
std::size_t used = static_start;

}  // namespace

char* make_arena() {
  static std::atomic<std::uintptr_t> made{0};
  const std::uintptr_t number = made++;
  constexpr std::uintptr_t most = (std::uintptr_t{1} << space_bits) / arena_spacing;
  void* memory = number < most
                     ? map_at(space_base(Space::shared) + number * arena_spacing, dynamic_end)
                     : nullptr;
  if (!memory) {
    std::fprintf(stderr, "simt: no memory for a block's shared memory\n");
    std::abort();
  }
  protect_shared_memory(memory, dynamic_end);
  return static_cast<char*>(memory);
}

void poison_dynamic_shared(char* arena, std::size_t size) {
  std::memset(arena + dynamic_offset(size), 0xFF, dynamic_end - dynamic_offset(size));
}

void* dynamic_shared_memory() {
  return self.arena + dynamic_offset(self.worker->grid->dynamic_shared);
}

void prepare_shared(SharedSite& site, std::size_t size, std::size_t alignment) {
  if (__atomic_load_n(&site.offset, __ATOMIC_ACQUIRE) == 0) {
    const std::lock_guard lock(sites_lock);
    if (site.offset == 0) {
      // The gap between two variables is larger than bank-conflict padding, which could otherwise
      // hide an overrun.
      const std::size_t between = checker ? 8 * page : 0;
      const std::size_t at = round_up(used + between, alignment < 256 ? 256 : alignment);
      if (sites_made + 1 >= most_sites || at + size > dynamic_end - most_dynamic) {
        std::fprintf(stderr, "simt: the program's __shared__ variables together are too large\n");
        std::abort();
      }
      used = at + size;
      site.index = ++sites_made;
      __atomic_store_n(&site.offset, static_cast<unsigned>(at), __ATOMIC_RELEASE);
    }
  }
  Block& b = *self.block;
  b.static_shared += size;
  Grid& g = *self.worker->grid;
  std::size_t most = g.static_shared.load(std::memory_order_relaxed);
  while (most < b.static_shared && !g.static_shared.compare_exchange_weak(most, b.static_shared)) {
  }
  // ptxas limits static shared memory to max_shared_per_block, whatever limit the kernel has for
  // dynamic shared memory.
  if (b.static_shared + g.dynamic_shared > g.shared_limit ||
      b.static_shared > max_shared_per_block) {
    g.over_limit = true;
    g.fail(cudaErrorInvalidValue);
    self.worker->give_up();
  }
  std::memset(self.arena + site.offset, 0xFF, size);
  reinterpret_cast<unsigned*>(self.arena)[site.index] = self.serial;
}

}  // namespace simt::detail

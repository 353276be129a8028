#include "engine/memory/device_heap.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <utility>

#include "engine/api/streams.h"
#include "engine/block.h"
#include "engine/checker.h"
#include "engine/fault.h"
#include "engine/memory/protection.h"
#include "engine/worker.h"

namespace simt::detail {

namespace {

constexpr std::size_t granule = 16;                      // also malloc's alignment
constexpr std::size_t overhead = 16;                     // that a block takes besides its size
constexpr std::size_t heap_step = std::size_t{1} << 20;  // the heap grows by this
constexpr std::size_t default_limit = 8388608;  // Programming Guide, "Heap Memory Allocation"

struct Stretch {
  std::uintptr_t start;
  std::size_t size;
};

/// A block, with its bytes of the heap including the gap before it.
struct Taken {
  HeapBlock block;
  Stretch stretch;
};

struct Heap {
  std::mutex lock;
  std::size_t limit = default_limit;
  bool used = false;                           // by any kernel so far
  std::size_t taken = 0;                       // bytes counted against the limit
  std::uintptr_t end = 0;                      // of the mapped memory
  std::map<std::uintptr_t, std::size_t> free;  // by address; adjacent ranges are merged
  std::set<std::pair<std::size_t, std::uintptr_t>> by_size;
  std::map<std::uintptr_t, Taken> live, freed;
  std::deque<Stretch> resting;  // freed, kept from reuse for a while
  std::size_t resting_bytes = 0;
};

std::atomic<std::size_t> blocks_made = 0;

Heap& heap(int device) {
  static auto* all = new Heap[devices];
  return all[device];
}

std::uintptr_t heap_base(int device) { return space_base(device_space(device)) + heap_offset; }

std::size_t choose_gap(const Heap& h) {
  if (!checker) return 0;
  return h.live.size() < 4096 ? 1024 : 64;
}

std::size_t counted(std::size_t size) { return round_up(size, granule) + overhead; }

void add_free(Heap& h, std::uintptr_t start, std::size_t size) {
  auto after = h.free.lower_bound(start);
  if (after != h.free.end() && start + size == after->first) {
    size += after->second;
    h.by_size.erase({after->second, after->first});
    after = h.free.erase(after);
  }
  if (after != h.free.begin()) {
    const auto before = std::prev(after);
    if (before->first + before->second == start) {
      h.by_size.erase({before->second, before->first});
      start = before->first;
      size += before->second;
      h.free.erase(before);
    }
  }
  h.free[start] = size;
  h.by_size.insert({size, start});
}

bool grow(Heap& h, int device, std::size_t size) {
  const std::uintptr_t base = heap_base(device);
  const std::uintptr_t start = h.end ? h.end : base;
  const std::size_t bytes = round_up(size, heap_step);
  if (start + bytes > base + heap_offset / 3) return false;
  void* const memory = map_at(start, bytes);
  if (!memory) return false;
  protect_allocation(memory, bytes, device);
  if (checker) checker->heap_grows(start, bytes);
  h.end = start + bytes;
  add_free(h, start, bytes);
  return true;
}

/// Uses the smallest free range that is large enough. Returns 0 if there is none.
std::uintptr_t allocate_from(Heap& h, std::size_t size) {
  const auto found = h.by_size.lower_bound({size, 0});
  if (found == h.by_size.end()) return 0;
  const auto [whole, start] = *found;
  h.by_size.erase(found);
  h.free.erase(start);
  if (whole > size) add_free(h, start + size, whole - size);
  return start;
}

void let_rest(Heap& h, Stretch freed) {
  h.resting.push_back(freed);
  h.resting_bytes += freed.size;
  const std::size_t most = checker ? std::max(h.limit, 8 * heap_step) : 0;
  while (h.resting_bytes > most) {
    const Stretch first = h.resting.front();
    h.resting.pop_front();
    h.resting_bytes -= first.size;
    h.freed.erase(h.freed.lower_bound(first.start), h.freed.lower_bound(first.start + first.size));
    add_free(h, first.start, first.size);
  }
}

template <class Map>
const HeapBlock* block_in(const Map& map, std::uintptr_t address) {
  const auto at = map.upper_bound(address);
  if (at == map.begin()) return nullptr;
  const HeapBlock& b = std::prev(at)->second.block;
  return address - b.start < std::max<std::size_t>(b.size, 1) ? &b : nullptr;
}

std::uintptr_t distance(const HeapBlock& b, std::uintptr_t address) {
  return address < b.start ? b.start - address : address - b.start - b.size;
}

}  // namespace

void* allocate_on_heap(std::size_t size, std::size_t align, const void* returns_to) {
  const int device = self.worker->grid->device;
  Heap& h = heap(device);
  align = std::max(align, granule);
  std::uintptr_t start = 0;
  {
    const std::lock_guard guard(h.lock);
    h.used = true;
    if (size > h.limit || h.taken + counted(size) > h.limit) return nullptr;
    const std::size_t gap = choose_gap(h);
    const std::size_t stretch =
        round_up(std::max<std::size_t>(size, 1), granule) + gap + align - granule;
    std::uintptr_t at = allocate_from(h, stretch);
    if (at == 0 && grow(h, device, stretch)) at = allocate_from(h, stretch);
    if (at == 0) return nullptr;
    start = round_up(at + gap, align);
    h.taken += counted(size);
    h.live[start] = {{start, size, returns_to, nullptr, blocks_made++}, {at, stretch}};
  }
  // Unwritten memory reads as NaN.
  std::memset(reinterpret_cast<void*>(start), 0xFF, round_up(size, granule));
  if (checker) checker->heap_allocated(start, size);
  return reinterpret_cast<void*>(start);
}

bool free_on_heap(void* memory, const void* returns_to) {
  const auto start = reinterpret_cast<std::uintptr_t>(memory);
  if (!on_heap(start)) return false;
  Heap& h = heap(self.worker->grid->device);
  std::unique_lock guard(h.lock);
  const auto holds = [&] { return h.live.find(start); };
  if (holds() == h.live.end()) return false;
  if (checker) {
    const std::size_t size = holds()->second.block.size;
    guard.unlock();
    checker->heap_freeing(start, size, returns_to);
    guard.lock();
    if (holds() == h.live.end()) return false;
  }
  Taken taken = holds()->second;
  h.live.erase(start);
  h.taken -= counted(taken.block.size);
  taken.block.freed = returns_to;
  h.freed[start] = taken;
  let_rest(h, taken.stretch);
  return true;
}

std::optional<HeapBlock> heap_block_at(std::uintptr_t address) {
  Heap& h = heap(address_space(reinterpret_cast<const void*>(address)) == Space::device0 ? 0 : 1);
  const std::lock_guard guard(h.lock);
  if (const HeapBlock* b = block_in(h.live, address)) return *b;
  if (const HeapBlock* b = block_in(h.freed, address)) return *b;
  const auto after = h.live.upper_bound(address);
  const HeapBlock* const above = after == h.live.end() ? nullptr : &after->second.block;
  const HeapBlock* const below =
      after == h.live.begin() ? nullptr : &std::prev(after)->second.block;
  if (!above && !below) return std::nullopt;
  // If in doubt, the block before the address: overruns go upwards.
  if (!above || (below && distance(*below, address) <= distance(*above, address))) return *below;
  return *above;
}

void for_each_heap_block(const std::function<void(const HeapBlock&)>& f) {
  for (int d = 0; d < devices; ++d) {
    Heap& h = heap(d);
    const std::lock_guard guard(h.lock);
    for (const auto& [start, taken] : h.live) f(taken.block);
  }
}

std::size_t heap_blocks_made() { return blocks_made; }

cudaError_t set_heap_limit(int device, std::size_t size) {
  // Only running the launched kernels shows whether they use the heap.
  while (run_oldest()) continue;
  if (heap(device).used) return cudaErrorInvalidValue;
  heap(device).limit = size;
  return cudaSuccess;
}

std::size_t heap_limit(int device) { return heap(device).limit; }

void clear_heaps() {
  for (int d = 0; d < devices; ++d) {
    Heap& h = heap(d);
    const std::lock_guard guard(h.lock);
    if (h.end != 0) {
      const std::uintptr_t base = heap_base(d);
      if (checker) checker->heap_unmapped(base, h.end - base);
      munmap(reinterpret_cast<void*>(base), h.end - base);
    }
    h.limit = default_limit;
    h.used = false;
    h.taken = h.resting_bytes = 0;
    h.end = 0;
    h.free.clear();
    h.by_size.clear();
    h.live.clear();
    h.freed.clear();
    h.resting.clear();
  }
}

}  // namespace simt::detail

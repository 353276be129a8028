#include "engine/memory/allocations.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <deque>
#include <map>

#include "engine/api/device_properties.h"
#include "engine/checker.h"
#include "engine/fiber_stack.h"
#include "engine/graphs/graph_memory.h"
#include "engine/memory/device_heap.h"
#include "engine/memory/protection.h"

namespace simt::detail {

namespace {

constexpr std::size_t alignment = 256;
// Unmapped bytes between two allocations. In CHECK, enough that no plausible index error leads from
// one array into another.
std::size_t gap();
constexpr std::size_t largest_poisoned = std::size_t{256} << 20;
constexpr std::size_t remembered = 4096;  // freed allocations kept for the diagnosis

struct Registered {
  std::uintptr_t start;
  std::size_t size;
};

struct State {
  std::map<std::uintptr_t, Allocation> live;
  std::deque<Allocation> freed;
  std::map<std::uintptr_t, std::size_t> registered;
  std::map<std::uintptr_t, Reservation*> reserved;
  std::map<Space, std::uintptr_t> cursor;
  std::size_t used[devices]{};
};

State& state() {
  static auto* s = new State;  // outlives static destructors that call cudaFree
  return *s;
}

std::size_t gap() {
  if (!checker) return 16 * page;
  return state().live.size() < 128 ? std::size_t{1} << 30 : std::size_t{16} << 20;
}

std::uintptr_t mapping_start(const Allocation& a) { return a.start / page * page; }
std::size_t mapping_size(const Allocation& a) {
  return a.start - mapping_start(a) + round_up(std::max<std::size_t>(a.size, 1), alignment);
}

const Allocation* allocation_at_or_before(std::uintptr_t address) {
  auto& live = state().live;
  auto at = live.upper_bound(address);
  return at == live.begin() ? nullptr : &std::prev(at)->second;
}

/// The end of the last allocation or reservation that begins at or before the address.
std::uintptr_t end_before(std::uintptr_t address) {
  const Allocation* const a = allocation_at_or_before(address);
  std::uintptr_t end = a ? a->start + a->size : 0;
  const auto& reserved = state().reserved;
  const auto r = reserved.upper_bound(address);
  if (r != reserved.begin()) end = std::max(end, std::prev(r)->first + std::prev(r)->second->size);
  return end;
}

// Finds `bytes` free bytes (whole pages), going round the kind's terabyte. Returns 0 if there are
// none.
std::uintptr_t find_free_range(Space space, std::size_t bytes) {
  std::uintptr_t& cursor = state().cursor[space];
  const std::uintptr_t base = space_base(space);
  const std::uintptr_t end = base + heap_offset;
  // Leaves room below the first array, for negative indices.
  if (cursor == 0) cursor = base + gap() * (checker ? 64 : 1);
  for (int round = 0; round < 2; ++round) {
    while (cursor + bytes + gap() <= end) {
      const std::uintptr_t at = cursor;
      const std::uintptr_t before = end_before(at + bytes + gap());
      if (before + gap() > at) {
        cursor = round_up(before + gap(), page);
        continue;
      }
      cursor = at + bytes + gap();
      return at;
    }
    cursor = base + gap();
  }
  return 0;
}

/// An allocation's size in whole alignment units, and the pages that hold it.
std::size_t rounded_size(std::size_t size) {
  return round_up(std::max<std::size_t>(size, 1), alignment);
}
std::size_t pages_for(std::size_t size) { return round_up(rounded_size(size), page); }

/// Expects `a` to start so that its rounded_size(a.size) bytes end at the end of free pages.
cudaError_t allocate_at(const Allocation& a) {
  const std::size_t whole = rounded_size(a.size), bytes = pages_for(a.size);
  const bool counted = is_device(a.space) || a.space == Space::managed;
  if (counted && state().used[a.device] + whole > device_memory_size())
    return cudaErrorMemoryAllocation;
  void* const memory = map_at(a.start - (bytes - whole), bytes);
  if (!memory) return cudaErrorMemoryAllocation;
  if (bytes >= (std::size_t{2} << 20)) madvise(memory, bytes, MADV_HUGEPAGE);
  if (a.space != Space::pinned && bytes <= largest_poisoned) std::memset(memory, 0xFF, bytes);
  if (is_device(a.space)) protect_allocation(memory, bytes, a.device);
  state().live[a.start] = a;
  if (checker) checker->allocated(a);
  if (counted) state().used[a.device] += whole;
  return cudaSuccess;
}

}  // namespace

cudaError_t allocate(Space space, int device, std::size_t size, void** pointer) {
  if (size > (std::size_t{1} << (space_bits - 1))) return cudaErrorMemoryAllocation;
  const std::uintptr_t at = find_free_range(space, pages_for(size));
  if (at == 0) return cudaErrorMemoryAllocation;
  Allocation a;
  a.start = at + (pages_for(size) - rounded_size(size));
  a.size = size;
  a.space = space;
  a.device = device;
  if (const cudaError_t error = allocate_at(a)) return error;
  *pointer = reinterpret_cast<void*>(a.start);
  return cudaSuccess;
}

std::shared_ptr<Reservation> reserve(int device, std::size_t size) {
  const std::uintptr_t at = find_free_range(device_space(device), pages_for(size));
  if (at == 0) return nullptr;
  auto made = std::make_shared<Reservation>();
  made->start = at + (pages_for(size) - rounded_size(size));
  made->size = size;
  made->device = device;
  state().reserved[made->start] = made.get();
  return made;
}

Reservation::~Reservation() {
  const auto at = state().reserved.find(start);
  if (at != state().reserved.end() && at->second == this) state().reserved.erase(at);
}

cudaError_t allocate_reserved(const Reservation& r) {
  Allocation a;
  a.start = r.start;
  a.size = r.size;
  a.space = device_space(r.device);
  a.device = r.device;
  a.of_graph = true;
  const cudaError_t error = allocate_at(a);
  if (error == cudaSuccess) graph_memory_taken(r.device, rounded_size(r.size));
  return error;
}

Reservation* find_reservation(const void* address) {
  const auto p = reinterpret_cast<std::uintptr_t>(address);
  const auto& all = state().reserved;
  const auto at = all.upper_bound(p);
  if (at == all.begin()) return nullptr;
  Reservation* const r = std::prev(at)->second;
  return p < r->start + std::max<std::size_t>(r->size, 1) ? r : nullptr;
}

cudaError_t release(void* pointer, bool pinned) {
  auto& live = state().live;
  const auto at = live.find(reinterpret_cast<std::uintptr_t>(pointer));
  if (at == live.end() || (at->second.space == Space::pinned) != pinned) {
    if (checker) checker->release_failed(pointer);
    return cudaErrorInvalidValue;
  }
  const Allocation a = at->second;
  if (checker) checker->releasing(a);
  live.erase(at);
  munmap(reinterpret_cast<void*>(mapping_start(a)), mapping_size(a));
  if (!pinned) state().used[a.device] -= rounded_size(a.size);
  if (a.of_graph) graph_memory_released(a.device, rounded_size(a.size));
  auto& freed = state().freed;
  freed.push_back(a);
  if (freed.size() > remembered) freed.pop_front();
  return cudaSuccess;
}

void release_everything() {
  while (!state().live.empty()) {
    const Allocation a = state().live.begin()->second;
    release(reinterpret_cast<void*>(a.start), a.space == Space::pinned);
  }
  while (!state().registered.empty())
    unregister_host(reinterpret_cast<void*>(state().registered.begin()->first));
}

const Allocation* find_allocation(const void* address) {
  const auto p = reinterpret_cast<std::uintptr_t>(address);
  const Allocation* a = allocation_at_or_before(p);
  return a && p < a->start + std::max<std::size_t>(a->size, 1) ? a : nullptr;
}

bool contains(const Allocation& a, const void* address, std::size_t size) {
  const auto p = reinterpret_cast<std::uintptr_t>(address);
  return p >= a.start && size <= a.size && p - a.start <= a.size - size;
}

cudaError_t register_host(void* pointer, std::size_t size) {
  if (!pointer || size == 0) return cudaErrorInvalidValue;
  const auto start = reinterpret_cast<std::uintptr_t>(pointer);
  if (is_registered(pointer)) return cudaErrorHostMemoryAlreadyRegistered;
  state().registered[start] = size;
  if (checker) checker->host_registered(pointer, size);
  return cudaSuccess;
}

cudaError_t unregister_host(void* pointer) {
  const auto at = state().registered.find(reinterpret_cast<std::uintptr_t>(pointer));
  if (at == state().registered.end()) return cudaErrorHostMemoryNotRegistered;
  if (checker) checker->host_unregistering(pointer, at->second);
  state().registered.erase(at);
  return cudaSuccess;
}

bool is_registered(const void* address) {
  const auto p = reinterpret_cast<std::uintptr_t>(address);
  auto& all = state().registered;
  auto at = all.upper_bound(p);
  return at != all.begin() && p < std::prev(at)->first + std::prev(at)->second;
}

Allocations alive() {
  Allocations sum{0, 0};
  for (const auto& [start, a] : state().live) {
    if (a.space == Space::pinned) continue;
    ++sum.count;
    sum.bytes += a.size;
  }
  return sum;
}

std::size_t device_bytes_free(int device) { return device_memory_size() - state().used[device]; }

namespace {

const char* memory_name(Space space) {
  switch (space) {
    case Space::device0:
      return "device 0";
    case Space::device1:
      return "device 1";
    case Space::managed:
      return "managed";
    case Space::pinned:
      return "pinned host";
    default:
      return "memory";
  }
}

}  // namespace

void describe_address(const void* address, char* text, std::size_t size) {
  const auto p = reinterpret_cast<std::uintptr_t>(address);
  const Space space = address_space(address);
  text[0] = 0;
  if (p < 65536) {
    std::snprintf(text, size, p == 0 ? "null pointer" : "null pointer plus %zu bytes",
                  static_cast<std::size_t>(p));
  } else if (is_device(space) || space == Space::managed || space == Space::pinned) {
    for (auto a = state().freed.rbegin(); a != state().freed.rend(); ++a) {
      if (p < a->start || p >= a->start + std::max<std::size_t>(a->size, 1)) continue;
      std::snprintf(text, size, "freed memory (%zu bytes into a %s allocation of %zu bytes)",
                    static_cast<std::size_t>(p - a->start), memory_name(space), a->size);
      return;
    }
    const Allocation* before = allocation_at_or_before(p);
    const auto& live = state().live;
    const auto after = live.upper_bound(p);
    if (before && before->space == space && p < before->start + before->size) {
      std::snprintf(text, size, "%zu bytes into a %s allocation of %zu bytes",
                    static_cast<std::size_t>(p - before->start), memory_name(space), before->size);
    } else if (before && before->space == space && p - before->start - before->size < gap()) {
      const std::size_t past = p - before->start - before->size;
      if (past < alignment)
        std::snprintf(text, size, "just past the end of a %s allocation of %zu bytes",
                      memory_name(space), before->size);
      else
        std::snprintf(text, size, "%zu bytes past the end of a %s allocation of %zu bytes", past,
                      memory_name(space), before->size);
    } else if (after != live.end() && after->second.space == space &&
               after->second.start - p < gap()) {
      std::snprintf(text, size, "%zu bytes before a %s allocation of %zu bytes",
                    static_cast<std::size_t>(after->second.start - p), memory_name(space),
                    after->second.size);
    } else {
      std::snprintf(text, size, "an address of %s memory that no allocation is near",
                    memory_name(space));
    }
  } else if (space == Space::shared) {
    std::snprintf(text, size, "outside the block's shared memory");
  } else if (space == Space::stacks) {
    std::snprintf(text, size,
                  in_stack_guard(address) ? "the stack of the thread is full (64 KiB)"
                                          : "an unused thread stack");
  } else {
    std::snprintf(text, size, "an address that the program does not have");
  }
}

}  // namespace simt::detail

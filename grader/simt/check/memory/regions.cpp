#include "check/memory/regions.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string_view>

#include "check/memory/heap.h"
#include "check/memory/registered_memory.h"
#include "check/memory/shared_memory.h"
#include "check/memory/variable_memory.h"
#include "check/races/split_words.h"
#include "check/shadow.h"
#include "engine/memory/address_space.h"
#include "engine/memory/device_heap.h"

namespace simt::check {

namespace {

using detail::Allocation;
using detail::Space;

struct Regions {
  std::map<std::uintptr_t, Region> live, freed;
  std::size_t serial = 0;
  std::size_t before_call = 0;  // serial number when the checked call began
};

Regions& regions() {
  static auto* r = new Regions;
  return *r;
}

/// The last element that begins at or before the address, or null.
template <class Map>
auto* at_or_before(Map& map, std::uintptr_t address) {
  const auto at = map.upper_bound(address);
  return at == map.begin() ? nullptr : &std::prev(at)->second;
}

/// Not pinned memory, which belongs to the host.
bool is_freed_by_reset(std::uintptr_t start) {
  const Space space = detail::address_space(reinterpret_cast<void*>(start));
  return detail::is_device(space) || space == Space::managed;
}

Where in_named(const Named& n, std::uintptr_t address, std::size_t size, bool write) {
  if (address < n.start) return Where::outside;
  const std::size_t end = address - n.start + size;
  if (end <= n.size) return Where::inside;
  return end <= n.size + (write ? n.writable_past : n.readable_past) ? Where::overflow_area
                                                                     : Where::outside;
}

}  // namespace

void map_cells(std::uintptr_t start, std::size_t size) {
  if (map_shadow(start, size)) return;
  std::fprintf(stderr, "simt: no memory to check an array of %zu bytes\n", size);
  std::abort();
}

void add_region(std::uintptr_t start, std::size_t size, const detail::CallSite& made) {
  Region r;
  r.allocation.start = start;
  r.allocation.size = size;
  r.allocation.made = made;
  r.allocation.serial = ++regions().serial;
  regions().live[start] = r;
}

void remove_region(std::uintptr_t start) {
  auto& live = regions().live;
  const auto at = live.find(start);
  if (at == live.end()) return;
  ++regions().serial;
  auto& freed = regions().freed;
  freed[start] = at->second;
  // A call of another name frees a lot: cudaDeviceReset.
  const detail::CallSite& call = detail::current_call;
  if (call.call && std::string_view(call.call).find("Free") != std::string_view::npos)
    freed[start].allocation.freed = call;
  if (freed.size() > 1000) freed.erase(freed.begin());
  live.erase(at);
}

void add_allocation(const Allocation& a, const detail::CallSite& made) {
  map_cells(a.start, detail::round_up(a.size ? a.size : 1, 256));
  add_region(a.start, a.size, made);
}

void remove_allocation(const Allocation& a) {
  if (regions().live.count(a.start) == 0) return;
  unmap_shadow(a.start, detail::round_up(a.size ? a.size : 1, 256));
  remove_region(a.start);
}

void name_array(const Array& array) {
  const auto start = reinterpret_cast<std::uintptr_t>(array.start);
  Region* r = at_or_before(regions().live, start);
  const std::size_t size = array.elements * array.element_size;
  if (!r || start + size > r->allocation.start + r->allocation.size) return;
  Named n;
  n.start = start;
  n.size = size;
  n.name = array.name;
  n.element = array.element_size;
  n.columns = array.columns;
  n.readable_past = array.readable_past * array.element_size;
  n.writable_past = array.writable_past * array.element_size;
  const Named& all = r->allocation;
  if (r->arrays.empty()) {
    forget(all.start, start - all.start);
    // The last word of an array of bytes may extend past its end.
    const std::uintptr_t end = start + size, whole = detail::round_up(end, 4);
    if (whole != end) set_bytes(whole - 4, end % 4, 4, 0);
    forget(whole, all.start + detail::round_up(all.size, 256) - whole);
  }
  if (!array.initialised) forget(start, size);
  r->arrays.push_back(n);
  std::sort(r->arrays.begin(), r->arrays.end(),
            [](const Named& a, const Named& b) { return a.start < b.start; });
  ++regions().serial;
}

const Region* find_region(std::uintptr_t address) {
  static thread_local const Region* last = nullptr;
  static thread_local std::size_t last_serial = 0;
  const auto holds = [address](const Region* r) {
    return address >= r->allocation.start && address - r->allocation.start < r->allocation.size;
  };
  // Regions change only between launches, so a cached one stays valid until then.
  if (last && last_serial == regions().serial && holds(last)) return last;
  const Region* r = at_or_before(regions().live, address);
  if (!r || !holds(r)) return nullptr;
  last = r;
  last_serial = regions().serial;
  return r;
}

At place_of_free(std::uintptr_t address) {
  const Region* r = freed_region(address);
  return r ? at(r->allocation.freed) : At{};
}

const Region* freed_region(std::uintptr_t address) {
  const Region* f = at_or_before(regions().freed, address);
  return f && address < f->allocation.start + f->allocation.size ? f : nullptr;
}

std::vector<Named> find_neighbors(std::uintptr_t address) {
  std::vector<Named> all;
  const auto add = [&all](const Region& r) {
    if (r.arrays.empty()) all.push_back(r.allocation);
    all.insert(all.end(), r.arrays.begin(), r.arrays.end());
  };
  if (const Region* before = at_or_before(regions().live, address)) add(*before);
  if (const auto next = regions().live.upper_bound(address); next != regions().live.end())
    add(next->second);
  return all;
}

void allocations_are_of_earlier_calls() { regions().before_call = regions().serial; }

bool from_earlier_call(const Named& n) { return n.serial <= regions().before_call; }

Where locate(std::uintptr_t address, std::size_t size, bool write) {
  if (near_variables(address)) return locate_variable(address, size);
  if (detail::address_space(reinterpret_cast<void*>(address)) == Space::shared)
    return locate_shared(address, size);
  if (detail::on_heap(address)) return locate_on_heap(address, size);
  const Region* r = find_region(address);
  if (!r) return freed_region(address) ? Where::freed : Where::outside;
  if (r->arrays.empty()) return in_named(r->allocation, address, size, write);
  for (const Named& n : r->arrays) {
    const Where w = in_named(n, address, size, write);
    if (w != Where::outside) return w;
  }
  return Where::outside;
}

std::vector<const Named*> alive_in_call() {
  std::vector<const Named*> all;
  for (const auto& [start, r] : regions().live)
    if (!from_earlier_call(r.allocation) && !r.allocation.given_back) all.push_back(&r.allocation);
  std::sort(all.begin(), all.end(),
            [](const Named* a, const Named* b) { return a->serial < b->serial; });
  return all;
}

std::vector<std::string> note_reset(const detail::CallSite& by) {
  std::vector<std::string> all;
  for (auto& [start, r] : regions().live) {
    r.allocation.reset = by;
    if (!from_earlier_call(r.allocation) || !is_freed_by_reset(start)) continue;
    for (const Named& n : r.arrays) all.push_back(n.name);
  }
  return all;
}

void note_freed(std::uintptr_t start) {
  const auto at = regions().live.find(start);
  if (at != regions().live.end()) at->second.allocation.given_back = true;
}

std::vector<std::pair<std::uintptr_t, std::size_t>> live_allocations() {
  std::vector<std::pair<std::uintptr_t, std::size_t>> all;
  for (const auto& [start, r] : regions().live) all.emplace_back(start, r.allocation.size);
  return all;
}

bool is_for_both(std::uintptr_t address) {
  const Space space = detail::address_space(reinterpret_cast<void*>(address));
  return space == Space::managed || space == Space::pinned ||
         (space == Space::elsewhere && in_registered(address));
}

}  // namespace simt::check

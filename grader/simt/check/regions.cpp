#include "regions.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "engine/device_heap.h"
#include "engine/shared_memory.h"
#include "engine/symbols.h"
#include "heap.h"
#include "intervals.h"
#include "shadow.h"
#include "simt/shared.h"
#include "state.h"
#include "variables.h"
#include "words.h"

namespace simt::check {

namespace {

using detail::Allocation;
using detail::Space;

struct Region {
  Named allocation;
  std::vector<Named> arrays;  // by start
};

struct Regions {
  std::map<std::uintptr_t, Region> live, freed;
  std::size_t serial = 0;
  std::size_t before_call = 0;  // the serial when the checked call began
  std::set<std::uintptr_t> arenas;
};

std::mutex arenas_lock;

[[noreturn]] void out_of_memory(std::size_t size) {
  std::fprintf(stderr, "simt: no memory to check an array of %zu bytes\n", size);
  std::abort();
}

Regions& regions() {
  static auto* r = new Regions;
  return *r;
}

/// The last one that begins at or before the address.
template <class Map>
auto* at_or_before(Map& map, std::uintptr_t address) {
  const auto at = map.upper_bound(address);
  return at == map.begin() ? nullptr : &std::prev(at)->second;
}

const Region* region_of(std::uintptr_t address) {
  static thread_local const Region* last = nullptr;
  static thread_local std::size_t last_serial = 0;
  const auto holds = [address](const Region* r) {
    return address >= r->allocation.start && address - r->allocation.start < r->allocation.size;
  };
  // Regions come and go only between launches.
  if (last && last_serial == regions().serial && holds(last)) return last;
  const Region* r = at_or_before(regions().live, address);
  if (!r || !holds(r)) return nullptr;
  last = r;
  last_serial = regions().serial;
  return r;
}

Where in_named(const Named& n, std::uintptr_t address, std::size_t size, bool write) {
  if (address < n.start) return Where::outside;
  const std::size_t end = address - n.start + size;
  if (end <= n.size) return Where::inside;
  return end <= n.size + (write ? n.writable_past : n.readable_past) ? Where::overflow_area
                                                                     : Where::outside;
}

std::string shape(const Named& n) {
  if (n.element == 0) return std::to_string(n.size) + " bytes";
  const std::size_t elements = n.size / n.element;
  if (n.columns == 0) return plural(elements, "element");
  return std::to_string(elements / n.columns) + " x " + std::to_string(n.columns) + " elements";
}

std::string called(const Named& n) {
  if (!n.name.empty()) return n.name;
  std::string text = "the array of " + plural(n.size, "byte");
  if (n.made.file)
    text += (n.serial <= regions().before_call ? " that an earlier call allocated at "
                                               : " allocated at ") +
            std::string(n.made.file) + ":" + std::to_string(n.made.line);
  return text;
}

/// "A[3][4]", "byte 12 of the array of 96 bytes allocated at dot.cu:31".
std::string element_of(const Named& n, std::uintptr_t address, std::size_t size) {
  const std::size_t element = n.element ? n.element : size ? size : 1;
  const std::size_t i = (address - n.start) / element;
  if (n.name.empty()) {
    if (n.size <= element) return called(n);
    return "element " + std::to_string(i) + " (of " + plural(element, "byte") + ") of " + called(n);
  }
  if (n.columns && n.inner)
    return n.name + "[" + std::to_string(i / n.columns) + "][" +
           std::to_string(i % n.columns / n.inner) + "][" + std::to_string(i % n.inner) + "]";
  if (n.columns)
    return n.name + "[" + std::to_string(i / n.columns) + "][" + std::to_string(i % n.columns) +
           "]";
  return n.size <= element ? n.name : n.name + "[" + std::to_string(i) + "]";
}

std::string distance_from(const Named& n, std::uintptr_t address, std::size_t size) {
  const std::string what = called(n) + (n.name.empty() ? "" : " (" + shape(n) + ")");
  const std::size_t element = n.element ? n.element : size ? size : 1;
  if (address < n.start) {
    const std::size_t by = (n.start - address + element - 1) / element;
    return plural(by, "element") + " before the start of " + what;
  }
  const std::size_t past = (address - n.start - n.size) / element + 1;
  if (address < n.start + n.size) return "across the end of " + what;
  return "element " + std::to_string((address - n.start) / element) + " of " + what + ", " +
         (past == 1 ? "just past the end" : plural(past - 1, "element") + " past the end");
}

std::uint32_t first_of_call = 0;  // of the intervals

/// `by_host`: what becomes of words that the host has set.
void age_cells(Key by_host) {
  const auto age = [by_host](std::uintptr_t start, std::size_t size) {
    for (std::uintptr_t at = start & ~std::uintptr_t{3}; at < start + size; at += 4) {
      Cell* c = cell_at(at);
      if (*c == split_cell) continue;
      const Key w = write_of(*c);
      *c = w == 0 ? 0 : cell_of(set_by_host(w) ? by_host : written_long_ago, 0);
    }
  };
  for (const auto& [start, r] : regions().live) age(start, r.allocation.size);
  for (const auto& [start, size] : detail::symbol_sections()) age(variable_alias | start, size);
  detail::for_each_heap_block([&](const detail::HeapBlock& b) { age(b.start, b.size); });
}

/// Of several, the one whose start or end is nearest.
template <class Range>
const Named* nearest(const Range& range, std::uintptr_t address) {
  const Named* best = nullptr;
  std::uintptr_t least = ~std::uintptr_t{0};
  for (const Named& n : range) {
    const std::uintptr_t by = address < n.start ? n.start - address : address - (n.start + n.size);
    // One that ends before the address rather than one that begins after it: overruns go upwards.
    if (by < least || (by == least && address >= n.start)) {
      least = by;
      best = &n;
    }
  }
  return best;
}

std::vector<Named> shared_of(const detail::Block& owner) {
  std::vector<Named> all;
  const auto arena = reinterpret_cast<std::uintptr_t>(owner.arena);
  for (const SharedVariable& v : state_of(owner)->shared) {
    Named n;
    n.start = arena + v.offset;
    n.size = v.size;
    n.name = v.name;
    n.element = v.element;
    n.columns = v.columns;
    n.inner = v.inner;
    all.push_back(n);
  }
  const std::size_t dynamic = current.grid ? current.grid->dynamic_shared : 0;
  if (dynamic) {
    Named n;
    n.start = arena + detail::dynamic_end - detail::round_up(dynamic, 16);
    n.size = dynamic;
    n.dynamic_shared = true;
    const SharedVariable& called = state_of(owner)->dynamic;
    if (called.name) n.name = called.name;
    n.element = called.element;
    n.columns = called.columns;
    n.inner = called.inner;
    all.push_back(n);
  }
  return all;
}

Where locate_shared(std::uintptr_t address, std::size_t size) {
  const detail::Block* const owner = owner_of(address);
  if (owner == nullptr) return Where::outside;
  const std::size_t offset = address - reinterpret_cast<std::uintptr_t>(owner->arena);
  for (const SharedVariable& v : state_of(*owner)->shared)
    if (offset >= v.offset && offset + size <= v.offset + v.size) return Where::inside;
  const std::size_t dynamic = current.grid->dynamic_shared;
  const std::size_t start = detail::dynamic_end - detail::round_up(dynamic, 16);
  return offset >= start && offset + size <= start + dynamic ? Where::inside : Where::outside;
}

Spot describe_shared(std::uintptr_t address, std::size_t size) {
  const detail::Block* const owner = owner_of(address);
  const std::vector<Named> all = shared_of(owner ? *owner : *self.block);
  const Where where = locate_shared(address, size);
  for (const Named& n : all) {
    if (address < n.start || address >= n.start + n.size || where != Where::inside) continue;
    if (n.name.empty())
      return {where, "byte " + std::to_string(address - n.start) + " of the dynamic shared memory"};
    return {where, element_of(n, address, size), n.name};
  }
  const Named* n = nearest(all, address);
  if (!n) return {Where::outside, "shared memory, of which the block has none"};
  if (!n->name.empty())
    return {Where::outside, distance_from(*n, address, size), n->name, n->dynamic_shared};
  if (address < n->start)
    return {Where::outside, plural(n->start - address, "byte") +
                                " before the start of the dynamic shared memory (" +
                                plural(n->size, "byte") + ")"};
  return {Where::outside, "byte " + std::to_string(address - n->start) +
                              " of the dynamic shared memory, which has " +
                              plural(n->size, "byte") + " in this launch"};
}

std::vector<Named> variables() {
  std::vector<Named> all;
  for (const Variable& v : device_variables()) {
    Named n;
    n.start = v.start;
    n.size = v.size;
    n.name = v.name;
    all.push_back(n);
  }
  return all;
}

Where locate_variable(std::uintptr_t address, std::size_t size) {
  const auto& all = device_variables();
  if (all.empty()) return in_variables(address) ? Where::inside : Where::outside;
  for (const Variable& v : all)
    if (address >= v.start && address + size <= v.start + v.size) return Where::inside;
  return Where::outside;
}

Spot describe_variable(std::uintptr_t address, std::size_t size) {
  const Where where = locate_variable(address, size);
  const std::vector<Named> all = variables();
  for (const Named& n : all)
    if (where == Where::inside && address >= n.start && address < n.start + n.size)
      return {where, element_of(n, address, size), n.name};
  const Named* n = nearest(all, address);
  if (!n) return {where, "a variable of the device"};
  return {where, distance_from(*n, address, size), n->name};
}

}  // namespace

const detail::Block* owner_of(std::uintptr_t address) {
  const auto within = [address](const detail::Block& b) {
    return address - reinterpret_cast<std::uintptr_t>(b.arena) < detail::arena_spacing;
  };
  const detail::Cluster* const cluster = self.block->cluster;
  // Beside its own arena an address is one of the block's, too: a wrong one.
  if (cluster == nullptr || within(*self.block)) return self.block;
  for (unsigned r = 0; r < cluster->size; ++r)
    if (within(*cluster->block[r])) return cluster->block[r];
  return nullptr;
}

void add_arena(std::uintptr_t address) {
  if (!map_shadow(address, detail::dynamic_end)) out_of_memory(detail::dynamic_end);
  const std::lock_guard guard(arenas_lock);
  regions().arenas.insert(address);
}

void add_allocation(const Allocation& a, const detail::CallSite& made) {
  const std::size_t whole = detail::round_up(a.size ? a.size : 1, 256);
  if (!map_shadow(a.start, whole)) out_of_memory(a.size);
  Region r;
  r.allocation.start = a.start;
  r.allocation.size = a.size;
  r.allocation.made = made;
  r.allocation.serial = ++regions().serial;
  regions().live[a.start] = r;
}

void remove_allocation(const Allocation& a) {
  auto& live = regions().live;
  const auto at = live.find(a.start);
  if (at == live.end()) return;
  unmap_shadow(a.start, detail::round_up(a.size ? a.size : 1, 256));
  ++regions().serial;
  auto& freed = regions().freed;
  freed[a.start] = at->second;
  if (freed.size() > 1000) freed.erase(freed.begin());
  live.erase(at);
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
    forget(start + size, all.start + detail::round_up(all.size, 256) - (start + size));
  }
  if (!array.initialised) forget(start, size);
  r->arrays.push_back(n);
  std::sort(r->arrays.begin(), r->arrays.end(),
            [](const Named& a, const Named& b) { return a.start < b.start; });
  ++regions().serial;
}

bool in_variables(std::uintptr_t address) {
  return detail::is_symbol(reinterpret_cast<const void*>(address), 1);
}

void prepare_variables() {
  std::uintptr_t mapped = 0;  // neighbours share pages
  auto sections = detail::symbol_sections();
  std::sort(sections.begin(), sections.end());
  for (const auto& [start, size] : sections) {
    const std::uintptr_t from = std::max(start / detail::page * detail::page, mapped);
    mapped = detail::round_up(start + size, detail::page);
    if (mapped > from) map_shadow(variable_alias | from, mapped - from);
    for (std::uintptr_t at = start & ~std::uintptr_t{3}; at < start + size; at += 4)
      *cell_at(variable_alias | at) = cell_of(written_long_ago, 0);
  }
}

bool near_variables(std::uintptr_t address) {
  constexpr std::uintptr_t near = 1 << 20;
  for (const auto& [start, size] : detail::symbol_sections())
    if (address + near >= start && address < start + size + near) return true;
  return false;
}

Where locate(std::uintptr_t address, std::size_t size, bool write) {
  if (near_variables(address)) return locate_variable(address, size);
  if (detail::space_of(reinterpret_cast<void*>(address)) == Space::shared)
    return locate_shared(address, size);
  if (detail::on_heap(address)) return locate_on_heap(address, size);
  const Region* r = region_of(address);
  if (!r) {
    const Region* f = at_or_before(regions().freed, address);
    return f && address < f->allocation.start + f->allocation.size ? Where::freed : Where::outside;
  }
  if (r->arrays.empty()) return in_named(r->allocation, address, size, write);
  for (const Named& n : r->arrays) {
    const Where w = in_named(n, address, size, write);
    if (w != Where::outside) return w;
  }
  return Where::outside;
}

Spot describe(std::uintptr_t address, std::size_t size, bool write) {
  const Space space = detail::space_of(reinterpret_cast<void*>(address));
  if (space == Space::shared) return describe_shared(address, size);
  if (near_variables(address)) return describe_variable(address, size);
  if (detail::on_heap(address)) return describe_on_heap(address, size);
  const Where where = locate(address, size, write);
  if (where == Where::freed) {
    const Region* f = at_or_before(regions().freed, address);
    return {where, called(f->allocation)};
  }
  const Region* r = region_of(address);
  if (!r) {
    // Beyond every allocation: near one of them, as a rule.
    std::vector<Named> all;
    if (const Region* b = at_or_before(regions().live, address)) {
      if (b->arrays.empty()) all.push_back(b->allocation);
      all.insert(all.end(), b->arrays.begin(), b->arrays.end());
    }
    if (const auto next = regions().live.upper_bound(address); next != regions().live.end()) {
      if (next->second.arrays.empty()) all.push_back(next->second.allocation);
      all.insert(all.end(), next->second.arrays.begin(), next->second.arrays.end());
    }
    std::erase_if(all, [&](const Named& n) {
      return detail::space_of(reinterpret_cast<void*>(n.start)) != space;
    });
    const Named* n = nearest(all, address);
    constexpr std::uintptr_t near = std::uintptr_t{1} << 36;
    if (!n || (address > n->start ? address - n->start : n->start - address) > near)
      return {where, "an address that belongs to no array"};
    return {where, distance_from(*n, address, size), n->name};
  }
  for (const Named& n : r->arrays)
    if (address >= n.start && address < n.start + n.size && where == Where::inside)
      return {where, element_of(n, address, size), n.name};
  if (r->arrays.empty())
    return {where, where == Where::inside ? element_of(r->allocation, address, size)
                                          : distance_from(r->allocation, address, size)};
  const Named* n = nearest(r->arrays, address);
  return {where, distance_from(*n, address, size), n->name};
}

Facts& Facts::add_spot(std::uintptr_t address, std::size_t size, bool write) {
  const Spot spot = describe(address, size, write);
  add("spot", spot.name);
  return spot.array.empty() ? *this : add("array", spot.array);
}

void begin_call() {
  static std::uint32_t generation = 0;
  regions().before_call = regions().serial;
  // What the host set in an earlier call bears no number any more that tells.
  if (std::exchange(generation, interval_generation()) != interval_generation())
    age_cells(written_long_ago);
  first_of_call = next_interval();
  begin_call_of_heap();
}

bool set_by_host(Key write) {
  return (who_of(write) == from_host || who_of(write) == complete_from_host) &&
         (interval_of(write) == long_ago || interval_of(write) >= first_of_call);
}

std::vector<const Named*> alive_in_call() {
  std::vector<const Named*> all;
  for (const auto& [start, r] : regions().live) {
    const Space space = detail::space_of(reinterpret_cast<void*>(start));
    if (r.allocation.serial > regions().before_call && space != Space::pinned)
      all.push_back(&r.allocation);
  }
  std::sort(all.begin(), all.end(),
            [](const Named* a, const Named* b) { return a->serial < b->serial; });
  return all;
}

std::vector<std::pair<std::uintptr_t, std::size_t>> live_allocations() {
  std::vector<std::pair<std::uintptr_t, std::size_t>> all;
  for (const auto& [start, r] : regions().live) all.emplace_back(start, r.allocation.size);
  return all;
}

bool is_for_both(std::uintptr_t address) {
  const Space space = detail::space_of(reinterpret_cast<void*>(address));
  return space == Space::managed || space == Space::pinned;
}

void age_all_cells() {
  age_cells(set_by_host_long_ago);
  for (const std::uintptr_t arena : regions().arenas) clear_shadow(arena, detail::dynamic_end);
}

}  // namespace simt::check

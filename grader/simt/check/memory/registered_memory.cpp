#include "check/memory/registered_memory.h"

#include <algorithm>
#include <vector>

#include "check/memory/regions.h"
#include "check/memory/stores.h"
#include "check/memory/unset.h"
#include "check/memory/variable_memory.h"
#include "check/transfers/transfer_counts.h"
#include "engine/memory/address_space.h"

namespace simt::check {

namespace {

struct Registered {
  std::uintptr_t start;
  std::size_t size;
  std::uintptr_t cells;  // alias address of `start`
};

std::vector<Registered>& all_registered() {
  static auto* all = new std::vector<Registered>;
  return *all;
}

const Registered* find_registered(std::uintptr_t address) {
  if (!may_be_registered(address)) return nullptr;
  for (const Registered& r : all_registered())
    if (address >= r.start && address - r.start < r.size) return &r;
  return nullptr;
}

void update_bounds() {
  std::uintptr_t start = ~std::uintptr_t{0}, end = 0;
  for (const Registered& r : all_registered()) {
    start = std::min(start, r.start);
    end = std::max(end, r.start + r.size);
  }
  registered_bounds = {start, end > start ? end - start : 0};
}

/// Each registration gets aliases of its own, behind those of the variables.
std::uintptr_t next_alias(std::uintptr_t start, std::size_t size) {
  static std::uintptr_t next = variable_alias + (std::uintptr_t{1} << 36);
  const std::uintptr_t first = next;
  next += detail::round_up(size, detail::page) + 2 * detail::page;
  return first + start % detail::page;
}

}  // namespace

RegisteredBounds registered_bounds;

bool in_registered(std::uintptr_t address) { return find_registered(address) != nullptr; }

bool near_registered(std::uintptr_t address) {
  return std::any_of(all_registered().begin(), all_registered().end(), [=](const Registered& r) {
    return address + detail::page >= r.start && address < r.start + r.size + detail::page;
  });
}

std::uintptr_t cell_address(std::uintptr_t address) {
  if (detail::address_space(reinterpret_cast<void*>(address)) != detail::Space::elsewhere)
    return address;
  const Registered* const r = find_registered(address);
  return r ? r->cells + (address - r->start) : variable_alias | address;
}

void add_registered(std::uintptr_t start, std::size_t size, const detail::CallSite& by) {
  const Registered r{start, size, next_alias(start, size)};
  map_cells(r.cells, size + 4);
  for (std::uintptr_t at = start & ~std::uintptr_t{3}; at < start + size; at += 4)
    if (at < start || is_set_unseen(at)) *cell_at(r.cells + (at - start)) = set_by_host_long_ago;
  all_registered().push_back(r);
  update_bounds();
  add_region(start, size, by);
}

void remove_registered(std::uintptr_t start, std::size_t size) {
  const std::uintptr_t cells = cell_address(start);
  note_for_host(kernels_words(cells, size));
  std::erase_if(all_registered(), [start](const Registered& r) { return r.start == start; });
  update_bounds();
  remove_region(start);
  unmap_shadow(cells, size + 4);
}

}  // namespace simt::check

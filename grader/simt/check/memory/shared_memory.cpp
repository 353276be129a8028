#include "check/memory/shared_memory.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "check/state.h"
#include "engine/memory/shared_memory.h"

namespace simt::check {

namespace {

std::mutex arenas_lock;

std::vector<std::uintptr_t>& arenas() {
  static auto* all = new std::vector<std::uintptr_t>;
  return *all;
}

Named named(const SharedVariable& v, std::uintptr_t start, std::size_t size) {
  Named n;
  n.start = start;
  n.size = size;
  if (v.name) n.name = v.name;
  n.element = v.element;
  n.columns = v.columns;
  n.inner = v.inner;
  return n;
}

}  // namespace

void add_arena(std::uintptr_t address) {
  map_cells(address, detail::dynamic_end);
  const std::lock_guard guard(arenas_lock);
  std::vector<std::uintptr_t>& all = arenas();
  if (std::find(all.begin(), all.end(), address) == all.end()) all.push_back(address);
}

void clear_arenas() {
  for (const std::uintptr_t arena : arenas()) clear_shadow(arena, detail::dynamic_end);
}

const detail::Block* find_owner(std::uintptr_t address) {
  const auto within = [address](const detail::Block& b) {
    return address - reinterpret_cast<std::uintptr_t>(b.arena) < detail::arena_spacing;
  };
  const detail::Cluster* const cluster = self.block->cluster;
  // An address outside the block's own arena counts as the block's, too: it is a wrong one.
  if (cluster == nullptr || within(*self.block)) return self.block;
  for (unsigned r = 0; r < cluster->size; ++r)
    if (within(*cluster->block[r])) return cluster->block[r];
  return nullptr;
}

std::size_t alignment_of_shared(std::uintptr_t address) {
  const std::size_t offset = address - reinterpret_cast<std::uintptr_t>(self.arena);
  for (const SharedVariable& v : current_thread.block->shared)
    if (offset >= v.offset && offset < v.offset + v.size) return v.alignment;
  return 0;
}

Where locate_shared(std::uintptr_t address, std::size_t size) {
  const detail::Block* const owner = find_owner(address);
  if (owner == nullptr) return Where::outside;
  const std::size_t offset = address - reinterpret_cast<std::uintptr_t>(owner->arena);
  for (const SharedVariable& v : block_state(*owner)->shared)
    if (offset >= v.offset && offset + size <= v.offset + v.size) return Where::inside;
  const std::size_t dynamic = current.grid->dynamic_shared;
  const std::size_t start = detail::dynamic_offset(dynamic);
  return offset >= start && offset + size <= start + dynamic ? Where::inside : Where::outside;
}

std::vector<Named> list_shared(const detail::Block& owner) {
  const BlockState& s = *block_state(owner);
  const auto arena = reinterpret_cast<std::uintptr_t>(owner.arena);
  std::vector<Named> all;
  for (const SharedVariable& v : s.shared) all.push_back(named(v, arena + v.offset, v.size));
  const std::size_t dynamic = current.grid ? current.grid->dynamic_shared : 0;
  if (dynamic || s.dynamic.name) {  // even of size 0
    all.push_back(named(s.dynamic, arena + detail::dynamic_offset(dynamic), dynamic));
    all.back().dynamic_shared = true;
  }
  return all;
}

}  // namespace simt::check

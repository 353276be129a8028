// A block's asynchronous copies that have not landed yet.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simt/async.h"

namespace simt::detail {

struct Block;

struct AsyncCopy {
  void* to;
  const void* from;
  unsigned size, zeros;
  bool bulk;
  void* barrier;  // the mbarrier that it signals, or null
  Reduction reduction = Reduction::none;
  Element element = Element::u8;
  std::uint8_t swizzle = 0;  // of the shared memory side: TensorMap::swizzle
  bool to_tf32 = false;
  unsigned batch = 0;  // commits that the thread had made before
  unsigned thread = 0;
  const Block* block = nullptr;  // the block of the thread that began it
  std::uint64_t number = 0;
};

/// The address of a byte of a swizzled tile: the number of its 16-byte chunk within 32, 64 or 128
/// bytes changes with the address bits from 7 on (PTX ISA, "Swizzling Modes").
inline std::uintptr_t swizzled(std::uintptr_t address, unsigned bits) {
  return address ^ (address >> 7 & ((1u << bits) - 1)) << 4;
}

/// Calls `see(to, from, size)` for each part that is contiguous on both sides.
template <class See>
void for_pieces(const AsyncCopy& c, const See& see) {
  char* const to = static_cast<char*>(c.to);
  const char* const from = static_cast<const char*>(c.from);
  if (c.swizzle == 0) return see(to, from, c.size);
  const bool loads = c.barrier != nullptr;
  const auto shared =
      loads ? reinterpret_cast<std::uintptr_t>(to) : reinterpret_cast<std::uintptr_t>(from);
  for (unsigned at = 0; at < c.size;) {
    const std::uintptr_t place = shared + at;
    const unsigned size = std::min(c.size - at, static_cast<unsigned>(16 - place % 16));
    auto* const moved = reinterpret_cast<char*>(swizzled(place, c.swizzle));
    if (loads)
      see(moved, from + at, size);
    else
      see(to + at, static_cast<const char*>(moved), size);
    at += size;
  }
}

struct AsyncCopies {
  std::vector<AsyncCopy> of[1024];                          // by thread, in order
  unsigned committed[2][1024] = {};                         // second row: bulk copies
  std::unordered_map<void*, std::vector<AsyncCopy>> bound;  // by barrier object
  std::uint64_t begun = 0;
  // The block's sixteen PTX barriers, and one for each tile larger than a warp.
  std::uint64_t named[most_named_barriers] = {};
  unsigned counted[most_named_barriers] = {};      // true predicates in the open phase
  unsigned counts[most_named_barriers] = {};       // and in the latest completed phase
  std::vector<char> of_tile[most_named_barriers];  // values exchanged within such a tile
  bool used = false;

  void forget() {
    if (!used) return;
    for (auto& each : of) each.clear();
    for (auto& kind : committed)
      for (unsigned& each : kind) each = 0;
    bound.clear();
    for (std::uint64_t& each : named) each = 0;
    for (unsigned& each : counted) each = 0;
    used = false;
  }
};

/// Bytes that a phase still expects, if all threads have arrived. 0 if it is complete or threads
/// are missing.
int bytes_to_come(const void* barrier);

}  // namespace simt::detail

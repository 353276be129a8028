// Copies in bulk go another way to shared memory than loads and stores do (the async proxy; PTX
// ISA, "Memory Consistency Model", "Proxies"). What a thread has stored is there for them only
// behind a fence between the two ways, by the thread itself or, when that comes later, by the one
// that begins the copy. What such copies have brought needs none.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "check/shadow.h"

namespace simt::check {

struct BlockState;

/// Of one block.
struct Proxies {
  struct Fence {
    std::uint32_t interval;  // all that the thread did before this one
    std::uint32_t epoch;     // the block's at that time
  };
  std::unordered_map<unsigned, Fence> fences;   // the latest, by thread
  std::unordered_set<std::uint32_t> by_copies;  // intervals of nothing but copies in bulk
};

/// fence.proxy.async by the running thread.
void fence_between_proxies();
/// A copy in bulk is about to read there. Tells where a store may not have come through.
void require_fence_for_copy(std::uintptr_t address, unsigned size);

}  // namespace simt::check

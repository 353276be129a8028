// Bulk copies access shared memory through another path than loads and stores (the async proxy; PTX
// ISA, "Memory Consistency Model", "Proxies"). They see a thread's stores only after a proxy fence,
// by that thread or, later, by the one that begins the copy. Data written by such copies needs
// none.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "check/shadow.h"

namespace simt::check {

struct BlockState;

/// The proxy fences of one block.
struct Proxies {
  struct Fence {
    std::uint32_t interval;  // covers all that the thread did before it
    std::uint32_t epoch;     // the block's epoch at the fence
  };
  std::unordered_map<unsigned, Fence> fences;   // the latest one of each thread
  std::unordered_set<std::uint32_t> by_copies;  // intervals with bulk copies only
};

/// The running thread executes fence.proxy.async.
void fence_between_proxies();
/// A bulk copy is about to read there. Reports stores that it may not see.
void require_fence_for_copy(std::uintptr_t address, unsigned size);

}  // namespace simt::check

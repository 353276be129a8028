// Which launches, copies and host accesses are ordered: by streams, events and what the host waited
// for.
#pragma once

#include <cstdint>

#include "engine/checker.h"

namespace simt::check {

void operation_queued(std::uint64_t id, const CUstream_st& stream, const std::uint64_t* after,
                      std::size_t count);
void host_waited(std::uint64_t id);
void host_waited_for_everything();

/// Whether the earlier operation was over before the later one could begin.
bool ordered(std::uint64_t earlier, std::uint64_t later);
/// `earlier` is the one ahead of `later` in its stream, and the host has not waited for it: where
/// the launch allows it, the two overlap.
bool may_overlap(std::uint64_t earlier, std::uint64_t later);
/// Whether the host knows that it is over.
bool host_knows(std::uint64_t id);
bool host_knows_everything();
/// All operations so far are in one stream, and the host has waited or cannot tell the difference.
bool all_in_one_stream();
std::uint64_t newest_operation();

/// Whether the host has used memory that kernels use as well.
bool host_touches();
void note_host_touch();

/// A kernel's thread has stored there for the host to see, after a fence.
void note_release_to_host(std::uintptr_t address);
bool is_released_to_host(std::uintptr_t address);

/// Where and by what it was queued.
const detail::CallSite& queued_by(std::uint64_t id);

}  // namespace simt::check

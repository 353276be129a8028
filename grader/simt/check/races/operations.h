// The order of launches, copies and host accesses: by streams, events and the host's waits.
#pragma once

#include <cstdint>

#include "engine/checker.h"

namespace simt::check {

void operation_queued(std::uint64_t id, const CUstream_st& stream, const std::uint64_t* after,
                      std::size_t count);
void host_waited(std::uint64_t id);
void host_waited_for_everything();

/// Whether the earlier operation was complete before the later one could begin.
bool ordered(std::uint64_t earlier, std::uint64_t later);
/// Whether `earlier` is the predecessor of `later` in its stream and the host has not waited for
/// it: if the launch permits that, the two may overlap.
bool may_overlap(std::uint64_t earlier, std::uint64_t later);
/// Whether the host has waited for the operation.
bool host_knows(std::uint64_t id);
bool host_knows_everything();
/// Whether all operations so far are in one stream, and the host has waited or cannot tell the
/// difference.
bool all_in_one_stream();
std::uint64_t newest_operation();

/// Whether the host has accessed memory that kernels use, too.
bool host_touches();
void note_host_touch();

/// A kernel's thread has stored here after a fence, visible to the host.
void note_release_to_host(std::uintptr_t address);
bool is_released_to_host(std::uintptr_t address);

/// The call that queued the operation.
const detail::CallSite& queued_by(std::uint64_t id);

}  // namespace simt::check

// Do the threads that meet belong together? Barriers, warp collectives, and blocks in which nobody
// can go on.
#pragma once

#include <cstdint>

#include "engine/block.h"
#include "state.h"

namespace simt::check {

/// The running thread comes to a __syncthreads.
void check_arrival(BlockState& s, const SourceLine& here);
/// All live threads have come to it.
void check_release(const detail::Block& b, BlockState& s);
/// These lanes have met at a collective with that mask.
void check_meeting(const detail::Block& b, BlockState& s, unsigned warp, std::uint32_t lanes,
                   std::uint32_t mask, detail::Collective what);
/// `text`: who waits where.
void tell_deadlock(const detail::Block& b, const char* text);

}  // namespace simt::check

// The life of a block: where each of its intervals begins, and what is settled when one ends.
#pragma once

#include <cstdint>

#include "engine/block.h"

namespace simt::check {

class CheckedCall;

/// `index`: of the block in its grid.
void begin_block(detail::Block& b, std::uint64_t index, CheckedCall& call);
/// A worker turns to it, and to none.
void enter_block(const detail::Block& b);
void leave_block();
void end_block(const detail::Block& b);
/// The kernel was stopped: no thread of the block goes on.
void abandon_block(const detail::Block& b);

/// All live threads have come to a __syncthreads, these lanes to a __syncwarp, or the running
/// thread to a barrier of the cluster.
void pass_barrier(const detail::Block& b);
void pass_syncwarp(const detail::Block& b, unsigned warp, std::uint32_t lanes);
void pass_cluster_barrier(const detail::Block& b);
/// All threads of the cluster have come to it.
void release_cluster_barrier(const detail::Cluster& c);

}  // namespace simt::check

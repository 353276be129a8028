// The life of a block: where its intervals begin, and what is decided when one ends.
#pragma once

#include <cstdint>

#include "engine/block.h"

namespace simt::check {

class CheckedCall;

/// `index`: of the block in its grid.
void begin_block(detail::Block& b, std::uint64_t index, CheckedCall& call);
/// A worker switches to the block, or to none.
void enter_block(const detail::Block& b);
void leave_block();
void end_block(const detail::Block& b);
/// The kernel was aborted: no thread of the block continues.
void abandon_block(const detail::Block& b);

/// All live threads have arrived at a __syncthreads, these lanes at a __syncwarp, or the running
/// thread at a barrier of the cluster.
void pass_barrier(const detail::Block& b);
void pass_syncwarp(const detail::Block& b, unsigned warp, std::uint32_t lanes);
void pass_cluster_barrier(const detail::Block& b);
/// All threads of the cluster have arrived.
void release_cluster_barrier(const detail::Cluster& c);

}  // namespace simt::check

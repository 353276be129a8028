// What fences and atomics order, within a block and between blocks: a thread that changes a
// variable atomically after a fence releases what it did before that fence, and what it knew of;
// whoever reads or changes that variable atomically afterwards knows of it, and after the next
// __syncthreads its whole block does. It needs a fence, too, between that look at the variable and
// what it does then: without one it may have looked at the rest first. Only for grids that one
// worker runs.
#pragma once

#include <cstdint>

#include "check/state.h"

namespace simt::check {

void forget_releases();            // a new grid begins
void forget_releases_of_shared();  // another block uses the arena

/// Of the block's scope it orders nothing for other blocks.
void fence(bool block_scope);
/// The running thread has changed or read the variable, atomically or, in global memory, as
/// volatile.
void acquire(std::uintptr_t variable);
void release(std::uintptr_t variable);
/// Whether accesses of one thread were found to come after another's by way of this variable alone.
bool has_ordered(std::uintptr_t variable);
/// Has the running thread passed a fence that a later atomic would make known?
bool has_fenced();
/// At __syncthreads: what one thread knew, all do.
void share_knowledge(BlockState& b);
/// At a barrier object: what the running thread knows of other blocks, and what it gets to know.
void publish_acquired(BlockState& b, std::vector<Acquired>& to);
void learn_acquired(BlockState& b, const std::vector<Acquired>& from);
/// At __syncwarp: of these lanes.
void share_knowledge(BlockState& b, unsigned warp, std::uint32_t lanes);

/// Whether what `other` did in this grid is known to the running thread.
Order known(Key other);
/// Whether something of every other block that has begun is.
bool known_of_all_blocks();
/// Whether something of every thread that `other`, which stands for several of a block, may be is.
bool known_of_all_threads(Key other);

}  // namespace simt::check

// The order established by fences and atomics, within a block and between blocks. A thread that
// changes a variable atomically after a fence releases what it did before the fence, and what it
// knew of. A thread that then reads or changes that variable atomically acquires this knowledge,
// and after the next __syncthreads its whole block has it. The acquiring thread also needs a fence
// between reading the variable and accessing the data; otherwise it may have read the data first.
// Only for grids run by one worker.
#pragma once

#include <cstdint>

#include "check/state.h"

namespace simt::check {

void forget_releases();            // called when a grid begins
void forget_releases_of_shared();  // called when another block gets the arena

/// A fence of block scope orders nothing for other blocks.
void fence(bool block_scope);
/// The running thread has changed or read the variable atomically or, in global memory, as
/// volatile.
void acquire(std::uintptr_t variable);
void release(std::uintptr_t variable);
/// Whether this variable alone has ordered accesses of different threads.
bool has_ordered(std::uintptr_t variable);
/// Whether the running thread has executed a fence, which a later atomic would publish.
bool has_fenced();
/// At __syncthreads: all threads share what each of them knew.
void share_knowledge(BlockState& b);
/// At a barrier object: the running thread publishes, or receives, knowledge of other blocks.
void publish_acquired(BlockState& b, std::vector<Acquired>& to);
void learn_acquired(BlockState& b, const std::vector<Acquired>& from);
/// The same at __syncwarp, for these lanes.
void share_knowledge(BlockState& b, unsigned warp, std::uint32_t lanes);

/// Whether the running thread knows of the accesses of `other` in this grid.
Order known(Key other);
/// Whether it knows something of every other block that has begun.
bool known_of_all_blocks();
/// For an `other` that stands for several threads of a block: whether the running thread knows
/// something of each of them.
bool known_of_all_threads(Key other);

}  // namespace simt::check

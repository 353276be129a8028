// Executes atomics on global memory in the order of blocks, whatever the number of workers. So sums
// of floats and tickets are the same in every run.
#pragma once

#include <cstdint>

namespace simt::check {

void worker_takes_block(unsigned worker, std::uint64_t block);
void worker_has_none(unsigned worker);
/// Whether a block has waited since the last call of this function.
bool has_waited_for_turn();
/// Returns when all blocks before the running one have ended.
void wait_for_turn();

}  // namespace simt::check

// Atomics on global memory in the order of the blocks, however many workers there are: so sums of
// floats and tickets come out the same every time.
#pragma once

#include <cstdint>

namespace simt::check {

void worker_takes_block(unsigned worker, std::uint64_t block);
void worker_has_none(unsigned worker);
/// Since it was asked last.
bool somebody_waited_for_a_turn();
/// Returns when all blocks before the running one have ended.
void wait_for_turn();

}  // namespace simt::check

// In a sampled block, a thread's trace may fill before the thread has to wait. Then the other lanes
// of its warp run up to the same point, and their traces are merged so far. So loops may be
// arbitrarily long.
#pragma once

namespace simt::check {

/// The running thread enters a basic block. Other threads of the block may run before this returns.
void drain_trace();

}  // namespace simt::check

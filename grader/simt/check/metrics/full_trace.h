// Of a block whose costs are counted, a thread's trace fills before it has to wait: the other lanes
// of its warp come as far, and what all of them did so far is merged. So a loop may be as long as
// it likes.
#pragma once

namespace simt::check {

/// The running thread enters a basic block. Other threads of the block may run meanwhile.
void drain_trace();

}  // namespace simt::check

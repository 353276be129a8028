// Streams go on without calls of CUDA. Queued work runs as late as CUDA allows, when something
// waits for it; but a host that waits for a callback, or polls memory that a kernel stores to,
// calls nothing. So a thread of the engine watches while work is queued: when the host has called
// nothing for a while, and meanwhile sleeps or has used enough of the processor to seem to wait,
// that thread runs the oldest work. The time is the process's own: how much else the machine has to
// do makes no difference.
#pragma once

namespace simt::detail {

// An API call of a host thread: holds the runtime's lock.
class HostCall {
 public:
  HostCall();
  ~HostCall();
  HostCall(const HostCall&) = delete;
};

// Work is queued.
void expect_progress();

// That thread started the operation that runs now.
bool runs_by_itself();
// The same, and no other waits for it: the host can still store to
// what a kernel polls.
bool host_goes_on();

}  // namespace simt::detail

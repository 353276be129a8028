// Makes streams progress without CUDA calls. Queued work runs as late as CUDA allows, when
// something waits for it. But a host that waits for a callback, or polls memory that a kernel
// stores to, makes no call. So an engine thread watches while work is queued: when the host has
// made no call for a while, and sleeps or has used enough CPU time to seem to be waiting, that
// thread runs the oldest work. It measures the process's own CPU time, so other load on the machine
// does not matter.
#pragma once

namespace simt::detail {

// An API call of a host thread: holds the runtime's lock.
class HostCall {
 public:
  HostCall();
  ~HostCall();
  HostCall(const HostCall&) = delete;
};

// Called when work is queued.
void expect_progress();

// Whether the watching thread started the running operation.
bool started_by_watcher();
// Same, and no other thread waits for the operation: the host can still store to memory that a
// kernel polls.
bool host_may_still_store();

}  // namespace simt::detail

// What the runner needs to know of a CUDA implementation beyond the runtime API itself.
#pragma once

#include <cstddef>

#include "runner/protocol.h"

namespace warpgrade::runner {

/// Crash handlers and bookkeeping; called once. `reply` is sent (status fatal) when the process
/// dies by a signal.
void start_backend(void (*send_fatal)(const protocol::Reply&));

/// How many threads run grids, in a process that has run none; 0: as many as the backend chooses.
void choose_workers(std::uint32_t count);

/// Forgets the launches and errors of earlier calls.
void begin_call();

/// What is kept of the output of a call's kernels, as a GPU keeps the last MiB: a printf that was
/// left in a kernel must not use up what a call may print. On a GPU it is the size of the buffer
/// that each synchronization empties, and a request at that: an H200 keeps about 600 KB.
constexpr std::size_t most_kernel_output = std::size_t{64} << 10;

/// From now until finish_check() every access is watched; false where that cannot be (the program
/// was not built for it). `pointers[i]` is where argument i's array is, null for scalars; `report`
/// is the socket for the report's messages.
bool start_check(const protocol::Request& request, void* const* pointers, int report);

/// The call's work is done on all devices; or an exception left the function (not `returned`).
void finish_check(bool returned);

/// Device memory of `bytes` that another process lends by `descriptor`; what was borrowed before is
/// given back. Null where it cannot be had.
void* borrow(int descriptor, std::size_t bytes);

/// Where the call called cudaDeviceReset; false where it did not.
bool describe_reset(protocol::Reply& reply);

/// Adds what is known of the launches, and of where the pending error (if any) was made.
void describe_call(protocol::Reply& reply);

}  // namespace warpgrade::runner

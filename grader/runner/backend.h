// What the runner needs from a CUDA implementation beyond the runtime API.
#pragma once

#include <cstddef>

#include "runner/protocol.h"

namespace warpgrade::runner {

/// Installs crash handlers and bookkeeping; called once. `reply` is sent (status fatal) when the
/// process dies by a signal.
void start_backend(void (*send_fatal)(const protocol::Reply&));

/// Sets the number of threads that run grids, before the first grid; 0: the backend's default.
void choose_workers(std::uint32_t count);

/// Resets the launches and errors of earlier calls.
void begin_call();

/// The limit for output of a call's kernels. A GPU keeps the last MiB: a printf left in a kernel
/// must not use up a call's output limit. On a GPU it is the requested size of the buffer that each
/// synchronization empties; an H200 keeps about 600 KB.
constexpr std::size_t most_kernel_output = std::size_t{64} << 10;

/// Checks every access until finish_check(). Returns false if the program was not built for the
/// check. `pointers[i]` is the array of argument i, null for scalars; `report` is the socket for
/// the report's messages.
bool start_check(const protocol::Request& request, void* const* pointers, int report);

/// Called when the call's work is done on all devices, or when an exception left the function (not
/// `returned`).
void finish_check(bool returned);

/// Maps `bytes` of device memory that another process lends by `descriptor`, and returns earlier
/// borrowed memory. Null on failure.
void* borrow(int descriptor, std::size_t bytes);

/// Stores where the call called cudaDeviceReset. Returns false if it did not.
bool describe_reset(protocol::Reply& reply);

/// Adds the launches, and the place of the pending error, if any.
void describe_call(protocol::Reply& reply);

}  // namespace warpgrade::runner

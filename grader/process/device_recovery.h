// Tests whether a device still works after a process on it was ended.
#pragma once

#include "process/worker.h"

namespace warpgrade {

/// Starts our own executable for one empty call: a context, memory, and a little work on the
/// device. A device may take a while to get rid of a kernel that was ended. Throws GraderError if
/// it does not recover.
void test_device(const Sandbox& sandbox, Worker::Settings settings);

}  // namespace warpgrade

// Tests whether a device still works after a process on it was ended.
#pragma once

#include "process/worker.h"

namespace warpgrade {

/// Runs a trusted executable for one empty call: a context, memory, and a little work on the
/// device. A device may need a while to stop a kernel that was ended. Throws GraderError if it does
/// not recover.
void test_device(const Sandbox& sandbox, Worker::Settings settings);

}  // namespace warpgrade

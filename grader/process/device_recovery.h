// Whether a device still works after something on it had to be ended.
#pragma once

#include "process/worker.h"

namespace warpgrade {

/// Starts the executable, which is ours, and lets it make one call of nothing: a context, memory, a
/// little work of our own on the device. A device may take a while to get rid of a kernel that was
/// ended. Throws GraderError where it does not come back.
void test_device(const Sandbox& sandbox, Worker::Settings settings);

}  // namespace warpgrade

// Copies of tensor boxes as accesses: to the map, to shared memory and to the tensor.
#pragma once

#include "simt/async.h"

namespace simt::check {

/// The running thread is about to begin the copy, at current_thread.pc. Does not return if a GPU
/// would stop the kernel.
void touch_by_box(const detail::BoxOrder& order);

}  // namespace simt::check

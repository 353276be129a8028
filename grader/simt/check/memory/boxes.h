// Copies of a tensor's boxes, as accesses: of the map, of shared memory and of the tensor.
#pragma once

#include "simt/async.h"

namespace simt::check {

/// The running thread is about to begin it, at me.pc. Does not return where a GPU stops the kernel.
void touch_by_box(const detail::BoxOrder& order);

}  // namespace simt::check

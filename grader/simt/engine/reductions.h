// Reductions by copies in bulk: what comes is combined with what stands there.
#pragma once

#include <cstddef>

#include "simt/async.h"

namespace simt::detail {

/// Whether there is that operation on such elements: PTX ISA, "cp.reduce.async.bulk"; a tensor
/// map's type stands for the like-named one, as on an H200.
bool can_reduce(Reduction reduction, Element element);
/// Each element by itself atomically.
void reduce(Reduction reduction, Element element, void* to, const void* from, std::size_t size);

}  // namespace simt::detail

// Reductions by bulk copies: the copied values are combined with those at the destination.
#pragma once

#include <cstddef>

#include "simt/async.h"

namespace simt::detail {

/// Whether the operation exists for such elements: PTX ISA, "cp.reduce.async.bulk". A tensor map's
/// type counts as the element type of the same name, as on an H200.
bool can_reduce(Reduction reduction, Element element);
/// Updates each element atomically, but not the range as a whole.
void reduce(Reduction reduction, Element element, void* to, const void* from, std::size_t size);

}  // namespace simt::detail

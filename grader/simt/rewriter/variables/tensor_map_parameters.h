// Tensor maps as parameters of kernels.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// Without __grid_constant__ the address of a kernel's parameter is that of a copy which each
/// thread has in its own memory: no use to the copy engine. The kernel says so of such maps as it
/// begins.
void mark_copied_tensor_maps(const Program& program, const Scopes& scopes, Edits& edits);

}  // namespace simt::rewrite

// Tensor maps as kernel parameters.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// Without __grid_constant__, the address of a kernel's parameter is that of a copy in each
/// thread's own memory, which the copy engine cannot use. Marks such maps at the beginning of the
/// kernel.
void mark_copied_tensor_maps(const Program& program, const Scopes& scopes, Edits& edits);

}  // namespace simt::rewrite

// Turns `__shared__ T a[N], b;` into references to the block's shared memory, and records the
// names.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

void rewrite_shared_variables(const Program& program, const Scopes& scopes, Edits& edits,
                              Diagnostics& diagnostics);

}  // namespace simt::rewrite

// `__shared__ T a[N], b;` becomes references into the block's shared memory, whose names are known.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

void rewrite_shared_variables(const Program& program, const Scopes& scopes, Edits& edits,
                              Diagnostics& diagnostics);

}  // namespace simt::rewrite

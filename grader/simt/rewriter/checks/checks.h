// Mistakes that nvcc refuses but g++ accepts, because it does not know __global__.
#pragma once

#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// Reports only certain mistakes: names that could mean anything else are ignored.
void check_calls(const Program& program, const Scopes& scopes, Diagnostics& diagnostics);

}  // namespace simt::rewrite

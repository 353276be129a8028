// Mistakes that nvcc refuses and that g++, which knows no __global__, would let pass.
#pragma once

#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// Reports only what is certain: a name that could mean anything else is left alone.
void check_calls(const Program& program, const Scopes& scopes, Diagnostics& diagnostics);

}  // namespace simt::rewrite

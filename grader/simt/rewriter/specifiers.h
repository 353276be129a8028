// CUDA's specifiers that g++ does not know, and `#pragma unroll`.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// Runs last: specifiers with another meaning in a variable's declaration were already replaced.
void rewrite_specifiers(const Program& program, const Scopes& scopes, Edits& edits);

void rewrite_pragmas(const Program& program, Edits& edits);

}  // namespace simt::rewrite

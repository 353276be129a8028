// CUDA's words that g++ does not know, and `#pragma unroll`.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// Comes last: a word that stands for something else in a variable's declaration has been replaced.
void rewrite_words(const Program& program, const Scopes& scopes, Edits& edits);

void rewrite_pragmas(const Program& program, Edits& edits);

}  // namespace simt::rewrite

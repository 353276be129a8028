// Members named after the type that they stand for: `typedef Reduce<T> Reduce;` in a class. C++
// requires no diagnostic ([basic.scope.class]) and nvcc accepts it, but g++ reports an error.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// Qualifies the name's first use with its namespace, so that the two names differ.
void qualify_reused_names(const Program& program, const Scopes& scopes, Edits& edits);

}  // namespace simt::rewrite

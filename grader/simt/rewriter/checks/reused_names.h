// Members that are named after what they stand for: `typedef Reduce<T> Reduce;` in a class. C++
// wants no diagnostic ([basic.scope.class]) and nvcc gives none; g++ takes it for an error.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// Writes the namespace before the name's first use, which is then another name.
void qualify_reused_names(const Program& program, const Scopes& scopes, Edits& edits);

}  // namespace simt::rewrite

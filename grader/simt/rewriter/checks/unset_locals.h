// Local variables of device code that are certainly read before anything can set them, such as the
// `sum` of `float sum; for (…) sum += a[i];`. Their values are in registers that no hook sees, so
// this is decided by the source, and only if it is certain for every thread.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// Puts a call of simt::read_unset() before each such read.
void note_unset_locals(const Program& program, const Scopes& scopes, Edits& edits);

}  // namespace simt::rewrite

// Local variables of device code that are read before anything can have set them, such as the `sum`
// of `float sum; for (…) sum += a[i];`. What they hold is in a register that no hook sees, so the
// source decides, and only where it is certain for each thread that comes there.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// Puts a call of simt::read_unset() before each such read.
void note_unset_locals(const Program& program, const Scopes& scopes, Edits& edits);

}  // namespace simt::rewrite

// Atomics whose result nobody looks at.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// Marks statements of device code that are one call of an atomic, `atomicCAS(&lock, 0, 1);`: what
/// the thread does afterwards cannot depend on what others did before.
void mark_unused_results(const Program& program, const Scopes& scopes, Edits& edits);

}  // namespace simt::rewrite

// Structures that pass between memory and a call without a hook.
#pragma once

#include <string_view>

#include "simt/rewriter/diagnostics.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// g++ announces no access where a structure goes straight from memory into a call's argument, or
/// from a call's result into memory. Reports these in device code. `dump`: what g++ writes for
/// -fdump-tree-optimized-uid-lineno (GIMPLE: one operation a line, `D.` and a number behind the
/// name of each declaration).
void find_unseen_copies(const Program& program, const Scopes& scopes, std::string_view dump,
                        Diagnostics& diagnostics);

}  // namespace simt::rewrite

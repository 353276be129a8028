// What the engine cannot run, said in words before g++ trips over it.
#pragma once

#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

void find_unsupported(const Program& program, const Scopes& scopes, Diagnostics& diagnostics);

}  // namespace simt::rewrite

// Reports features that the engine lacks, before g++ fails on them.
#pragma once

#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

void find_unsupported(const Program& program, const Scopes& scopes, Diagnostics& diagnostics);

}  // namespace simt::rewrite

// Variables that a submission declares and does not define.
#pragma once

#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// A submission is one file, so an `extern` variable stands for one of the same file. By linkage
/// names (`extern "C"`) it may stand for one of another name or type, of which g++ takes a const
/// one for memory that nobody stores to and announces no load: whatever is declared must be defined
/// under its own name.
void refuse_variables_defined_nowhere(const Program& program, const Scopes& scopes,
                                      Diagnostics& diagnostics);

}  // namespace simt::rewrite

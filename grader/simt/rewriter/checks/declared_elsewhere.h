// Variables that a submission declares but does not define.
#pragma once

#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// A submission is one file, so an `extern` variable must be defined in it. Otherwise a linkage
/// name (`extern "C"`) could make it an alias of a variable with another name or type; g++ assumes
/// that nobody stores to a const alias, so no load of it is announced.
void refuse_variables_defined_nowhere(const Program& program, const Scopes& scopes,
                                      Diagnostics& diagnostics);

}  // namespace simt::rewrite

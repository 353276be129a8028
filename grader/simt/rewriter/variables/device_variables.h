// Puts __device__, __constant__ and __managed__ variables into separate sections, by which the
// engine recognizes the kind of memory at an address.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

void rewrite_device_variables(const Program& program, const Scopes& scopes, Edits& edits,
                              Diagnostics& diagnostics);

}  // namespace simt::rewrite

// __device__, __constant__ and __managed__ variables go into sections of their own, by which the
// engine tells what kind of memory an address is.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

void rewrite_device_variables(const Program& program, const Scopes& scopes, Edits& edits,
                              Diagnostics& diagnostics);

}  // namespace simt::rewrite

// The C++ source that lists a lab's functions for the runner.
#pragma once

#include <string>

#include "lab/manifest.h"

namespace warpgrade {

/// Compiled with -DWARPGRADE_REAL=float or double. It declares the functions itself, from their
/// signatures: a contract header may hold what only a CUDA compiler understands.
std::string binding_source(const Lab& lab);

}  // namespace warpgrade

// Generates the C++ source that declares a lab's functions to the runner.
#pragma once

#include <string>

#include "lab/manifest.h"

namespace warpgrade {

/// To be compiled with -DWARPGRADE_REAL=float or double. It declares the functions from their
/// signatures, because a contract header may require a CUDA compiler.
std::string binding_source(const Lab& lab);

}  // namespace warpgrade

// A known program that every machine of a course can compile.
#pragma once

#include <string>

#include "lab/manifest.h"

namespace warpgrade {

/// Source that uses what submissions use: the lab's header, headers of CUDA and of the C++ library,
/// and, with `cuda`, a kernel with shared memory and a launch. It defines the functions of all
/// tasks, but does not solve them: it is only compiled.
std::string known_program(const Lab& lab, bool cuda);

}  // namespace warpgrade

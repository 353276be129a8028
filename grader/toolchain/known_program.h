// A program of ours that every machine of a course can compile.
#pragma once

#include <string>

#include "lab/manifest.h"

namespace warpgrade {

/// Source that uses what submissions use: the lab's header, CUDA's and the C++ library's, a kernel,
/// shared memory and a launch (with `cuda`), and that defines the functions of all tasks. It does
/// not compute what they should: it is compiled and never run.
std::string known_program(const Lab& lab, bool cuda);

}  // namespace warpgrade

// Finds the lab's functions that a compiled file defines.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "lab/manifest.h"
#include "lab/real.h"

namespace warpgrade {

/// Whether the object defines a task's function.
struct Definition {
  bool defined = false;
  std::string found;  // if not: what has that name, e.g. "matmul_naive(int, float*)"
};

/// By entry. Throws GraderError if the object, which the compiler has just written, cannot be read.
std::map<std::string, Definition> read_definitions(const std::filesystem::path& object,
                                                   const Lab& lab, Real real);

}  // namespace warpgrade

// What a compiled file has of a lab: the functions that it defines.
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
  std::string found;  // when not: what is there under that name, e.g. "matmul_naive(int, float*)"
};

/// By entry. Throws GraderError when the object, which a compiler of ours has just written, cannot
/// be read.
std::map<std::string, Definition> definitions_of(const std::filesystem::path& object,
                                                 const Lab& lab, Real real);

}  // namespace warpgrade

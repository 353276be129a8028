// What a compiled file has of a lab: the functions that it defines, the libraries that it calls.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "lab/manifest.h"
#include "lab/real.h"
#include "toolchain/source_check.h"

namespace warpgrade {

/// Whether the object defines a task's function.
struct Definition {
  bool defined = false;
  std::string found;  // when not: what is there under that name, e.g. "matmul_naive(int, float*)"
};

struct ObjectContent {
  std::map<std::string, Definition> definitions;  // by entry
  std::vector<LibraryUse> libraries;              // that it calls
};

/// Throws GraderError when the object, which a compiler of ours has just written, cannot be read.
ObjectContent content_of_object(const std::filesystem::path& object, const Lab& lab, Real real);

}  // namespace warpgrade

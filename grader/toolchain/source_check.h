// What can be said of a submission before any compiler sees it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "lab/verdict.h"

namespace warpgrade {

/// A use of a library that lab.json may forbid.
struct LibraryUse {
  std::string library;  // "cublas", "thrust", "cub", "cusolver", ...
  std::string file;     // relative to the submission; empty when a symbol of the object shows it
  int line = 0;
  std::string text;  // what was seen: `cublas_v2.h`
};

struct SourceCheck {
  bool readable = false;
  std::string problem;  // when not readable: missing, empty, binary, too large, ...
  std::vector<LibraryUse> libraries;
};

/// Looks at `<submission>/<file>` and at the files of the submission that it includes by "...".
/// Reads tokens only: comments and texts are no use of a library. Throws GraderError when the
/// folder itself cannot be read.
SourceCheck check_source(const std::filesystem::path& submission, const std::string& file);

/// Adds the library that an object's undefined symbol belongs to, unless `uses` has it already.
void add_libraries_of(std::string_view undefined_symbol, std::vector<LibraryUse>& uses);

}  // namespace warpgrade

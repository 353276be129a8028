// Parses errors and warnings of g++ and nvcc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "causes/cause.h"

namespace warpgrade {

struct CompilerMessage {
  bool error = false;  // otherwise a warning
  std::string file;    // "" if the compiler names none (the linker)
  int line = 0;
  int column = 0;  // starting at 1; 0: unknown
  Cause cause;
  std::vector<std::string> excerpt = {};  // the compiler's source lines with carets
  std::vector<std::string> notes = {};    // the compiler's notes, such as a missing header
  std::string hint = {};                  // "did you mean …?"; or ""

  /// "matmul.cu:12", or "" if unknown.
  std::string place() const;
};

/// In the order of the output. Equal messages for the same place (nvcc's host and device passes)
/// are listed once. No points depend on them.
std::vector<CompilerMessage> compiler_messages(std::string_view output);

}  // namespace warpgrade

// Errors and warnings out of what g++ or nvcc wrote.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "causes/cause.h"

namespace warpgrade {

struct CompilerMessage {
  bool error = false;  // else a warning
  std::string file;    // "" where the compiler names none (the linker)
  int line = 0;
  int column = 0;  // from 1; 0: not told
  Cause cause;
  std::vector<std::string> excerpt;  // the lines of source and carets that the compiler drew

  /// "matmul.cu:12", or "" where the place is not known.
  std::string place() const;
};

/// In the order of the output; messages that say the same of the same place (host and device passes
/// of nvcc) count once. No point depends on it.
std::vector<CompilerMessage> compiler_messages(std::string_view output);

}  // namespace warpgrade

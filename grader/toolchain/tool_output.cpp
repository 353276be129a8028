#include "toolchain/tool_output.h"

#include <stdio.h>

namespace warpgrade {

std::string tool_output(const std::filesystem::path& program, const std::string& options) {
  std::string quoted = "'";
  for (const char c : program.string())
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  FILE* pipe = popen((quoted + "' " + options + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return {};
  std::string output;
  char buffer[4096];
  for (std::size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) output.append(buffer, n);
  return pclose(pipe) == 0 ? output : std::string{};
}

}  // namespace warpgrade

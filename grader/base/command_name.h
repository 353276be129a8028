// How this program is called in the commands that reports print.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <string>
#include <string_view>

namespace warpgrade {

/// "warpgrade" if the shell found it on PATH, else "build/warpgrade": its place in a clone or kit.
inline std::string_view command_name() {
  const std::string_view called = program_invocation_name;
  return called.find('/') == called.npos ? "warpgrade" : "build/warpgrade";
}

/// What is to be added to the command that was run: `--case NAME`, or for make `CASE=NAME`.
inline std::string option_for_case(const std::string& name) {
  const bool by_make = std::getenv("WARPGRADE_BY_MAKE") != nullptr;  // tools/grade.sh
  return (by_make ? "CASE=" : "--case ") + name;
}

}  // namespace warpgrade

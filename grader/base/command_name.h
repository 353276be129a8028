// How this program is called in the commands that reports print.
#pragma once

#include <cerrno>
#include <string_view>

namespace warpgrade {

/// "warpgrade" if the shell found it on PATH, else "build/warpgrade": its place in a clone or kit.
inline std::string_view command_name() {
  const std::string_view called = program_invocation_name;
  return called.find('/') == called.npos ? "warpgrade" : "build/warpgrade";
}

}  // namespace warpgrade

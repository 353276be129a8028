// Output of the system's tools.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade {

/// The standard output of `program`, run without isolation, so never one that a student wrote. ""
/// if it cannot be started or fails. `options`: in shell syntax.
std::string tool_output(const std::filesystem::path& program, const std::string& options);

}  // namespace warpgrade

// What a tool of the system says of itself.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade {

/// What `program` prints to stdout, started without isolation: never one that a student wrote. ""
/// when it cannot be started or fails. `options`: words for the shell.
std::string output_of_tool(const std::filesystem::path& program, const std::string& options);

}  // namespace warpgrade

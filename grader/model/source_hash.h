// A hash of a source file and the files that it includes.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade {

/// A hexadecimal hash of `file` and of the files that it includes by #include "...", directly or
/// indirectly, if they are in its folder or in `more` (the contract's folder). Empty if the file
/// cannot be read.
std::string source_hash(const std::filesystem::path& file, const std::filesystem::path& more);

}  // namespace warpgrade

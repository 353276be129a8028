// Tells whether a source file, with what it includes, is still what it was.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade {

/// A number in hexadecimal for the contents of `file` and of the files that it includes by
/// #include "...", in their turn too, as far as they are beside it or in `more` (the contract's
/// folder). "" where the file cannot be read.
std::string source_hash(const std::filesystem::path& file, const std::filesystem::path& more);

}  // namespace warpgrade

// Removes from a source what would put parts of it into the compiled program as text.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace warpgrade {

/// The source with "" for __FILE__, and in definitions of macros for a parameter's text: #call.
/// Lines keep their numbers.
std::string without_own_text(std::string_view source);

/// Copies a solution's folder, without variants/, with the sources so changed.
void make_stripped_copy(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace warpgrade

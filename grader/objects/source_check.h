// What can be said of a submission before any compiler sees it.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade {

/// Why `<submission>/<file>` cannot be compiled: missing, empty, binary, too large; or "". What it
/// includes is the compiler's affair. Throws UsageError where there is no such folder.
std::string why_unreadable(const std::filesystem::path& submission, const std::string& file);

}  // namespace warpgrade

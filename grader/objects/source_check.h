// Checks a submission before compiling it.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade {

/// Why `<submission>/<file>` cannot be compiled: missing, empty, binary, too large; or "". Does not
/// check its includes. Throws UsageError if there is no such folder.
std::string why_unreadable(const std::filesystem::path& submission, const std::string& file);

}  // namespace warpgrade

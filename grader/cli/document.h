// Files that a command's options name, and "-" for the standard output.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace warpgrade {

bool is_standard_output(const std::filesystem::path& file);

/// UsageError where `file` cannot become a file; `option` named it. Empty: it is not wanted.
void require_writable(const std::string& option, const std::filesystem::path& file);

/// The same of all that a command will write, by option. If one of them is "-", what else the
/// command prints goes to the standard error from now on; two of them are a UsageError.
void require_documents(const std::vector<std::pair<std::string, std::filesystem::path>>& documents);

/// Nothing where `file` is empty.
void write_document(const std::filesystem::path& file, const std::string& text);

}  // namespace warpgrade

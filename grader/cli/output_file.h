// Output files named by a command's options. "-" is the standard output.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace warpgrade {

bool is_standard_output(const std::filesystem::path& file);

/// UsageError if `file`, the value of `option`, cannot be written. Empty: the option was not given.
void require_writable(const std::string& option, const std::filesystem::path& file);

/// Checks all output files of a command, given by option. If one of them is "-", everything else
/// the command prints goes to standard error from now on. Two of them: UsageError.
void require_documents(const std::vector<std::pair<std::string, std::filesystem::path>>& documents);

/// Does nothing if `file` is empty.
void write_document(const std::filesystem::path& file, const std::string& text);

}  // namespace warpgrade

#include "cli/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <system_error>

#include "base/atomic_file.h"
#include "base/fault.h"

namespace warpgrade {
namespace {

/// The real standard output, if other output was redirected away from it.
FILE*& kept_output() {
  static FILE* kept = nullptr;
  return kept;
}

/// Access bits are not enough: root may write everywhere, but not in /proc. So this creates and
/// removes a file in the document's folder (write_file_atomically does the same). Sets errno.
bool can_be_written(const std::filesystem::path& file, const std::filesystem::path& folder) {
  std::error_code error;
  const bool there = std::filesystem::exists(file, error);
  if (there && ::access(file.c_str(), W_OK) != 0) return false;
  if (there && !std::filesystem::is_regular_file(file, error)) return true;  // a pipe, a device
  std::string trial = (folder / ".warpgrade-XXXXXX").string();
  const int made = ::mkstemp(trial.data());
  if (made < 0) return false;
  ::close(made);
  ::unlink(trial.c_str());
  return true;
}

}  // namespace

bool is_standard_output(const std::filesystem::path& file) { return file == "-"; }

void require_writable(const std::string& option, const std::filesystem::path& file) {
  if (file.empty() || is_standard_output(file)) return;
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  if (std::filesystem::is_directory(file, error))
    throw UsageError(option + " " + file.string() + " is a folder", "Name a file in it.");
  if (!std::filesystem::is_directory(folder, error))
    throw UsageError(option + " " + file.string() + ": there is no folder " + folder.string(),
                     "Make it first: mkdir -p " + folder.string());
  if (!can_be_written(file, folder))
    throw UsageError(option + " " + file.string() + " cannot be written: " + std::strerror(errno),
                     "Choose another file, or check its permissions.");
}

void require_documents(
    const std::vector<std::pair<std::string, std::filesystem::path>>& documents) {
  std::string on_output;
  for (const auto& [option, file] : documents) {
    require_writable(option, file);
    if (!is_standard_output(file)) continue;
    if (!on_output.empty())
      throw UsageError(on_output + " - and " + option + " - cannot both use the standard output",
                       "Name a file for one of them.");
    on_output = option;
  }
  if (on_output.empty() || kept_output() != nullptr) return;
  std::fflush(stdout);
  std::cout.flush();
  const int kept = ::dup(STDOUT_FILENO);
  if (kept < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ||
      (kept_output() = ::fdopen(kept, "w")) == nullptr)
    throw GraderError("cannot redirect the standard output");
}

void write_document(const std::filesystem::path& file, const std::string& text) {
  if (file.empty()) return;
  if (!is_standard_output(file)) return write_file_atomically(file, text);
  FILE* const to = kept_output() != nullptr ? kept_output() : stdout;
  const bool all = std::fwrite(text.data(), 1, text.size(), to) == text.size();
  if (std::fflush(to) != 0 || !all)
    throw GraderError("cannot write the document to the standard output",
                      "Free some space where the output goes, then run it again.");
}

}  // namespace warpgrade

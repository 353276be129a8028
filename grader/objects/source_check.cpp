#include "objects/source_check.h"

#include <cstdint>
#include <fstream>
#include <sstream>
#include <system_error>

#include "base/fault.h"
#include "base/lab_file.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t largest_source = 4 << 20;

}  // namespace

std::string why_unreadable(const fs::path& submission, const std::string& file) {
  std::error_code error;
  if (!fs::is_directory(submission, error)) {
    throw UsageError(submission.string() + " is not a folder",
                     "--submission takes the folder that holds " + file + ".");
  }
  const fs::path path = submission / file;
  const auto status = fs::status(path, error);
  if (fs::is_directory(status)) return file + " is a folder";
  if (fs::exists(status) && !fs::is_regular_file(status)) return file + " is not a plain file";
  // Missing, a link that is not followed, or one of several.
  const std::string problem = find_lab_file(submission, path.stem().string()).problem;
  if (!problem.empty()) return problem;
  const auto size = fs::file_size(path, error);
  if (error) return file + " cannot be read: " + error.message();
  if (size > largest_source) {
    return file + " has " + std::to_string(size >> 20) + " MiB; a source file has 4 MiB at most";
  }
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  if (text.view().find('\0') != text.view().npos)
    return file + " is a binary file, not CUDA C++ source";
  if (text.view().find_first_not_of(" \t\r\n") == text.view().npos) return file + " is empty";
  return {};
}

}  // namespace warpgrade

#include "toolchain/compiler_end.h"

#include <algorithm>
#include <array>

#include "objects/sandbox_paths.h"
#include "toolchain/compiler_slots.h"

namespace warpgrade {
namespace {

template <class Texts>
bool contains_any(std::string_view text, const Texts& ones) {
  return std::any_of(ones.begin(), ones.end(), [&](std::string_view one) {
    return text.find(one) != std::string_view::npos;
  });
}

// Messages of g++, collect2, nvcc and simtcc about a program killed by a signal.
constexpr std::array<std::string_view, 5> signal_words = {
    "signal terminated program", "terminated with signal", "died due to signal",
    "was ended by signal", "internal compiler error"};

// The system's error messages, which a compiler reports as an error, often with a line.
constexpr std::array<std::string_view, 9> system_words = {
    "No space left on device", "Disk quota exceeded", "Input/output error",
    "Cannot allocate memory",  "out of memory",       "virtual memory exhausted",
    "Read-only file system",   "Too many open files", "Permission denied"};

constexpr std::array<std::string_view, 6> error_words = {": error",
                                                         ": fatal error",
                                                         ": catastrophic error",
                                                         "undefined reference to",
                                                         "multiple definition of",
                                                         ": unsupported: "};

bool is_ordinary(std::string_view program, int status) {
  // nvcc passes on its programs' exit statuses: cudafe++ 2, ptxas 255.
  return status == 1 || (program == "nvcc" && (status == 2 || status == 255));
}

bool is_limit(Ended::How how) {
  return how == Ended::How::cpu_limit || how == Ended::How::memory_limit ||
         how == Ended::How::output_limit || how == Ended::How::process_limit;
}

}  // namespace

bool has_submission_error(std::string_view output) {
  const std::string folder = std::string(submission_inside) + "/";
  while (!output.empty()) {
    const std::string_view line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(output.size(), line.size() + 1));
    const auto at = line.find(folder);
    if (at != line.npos && contains_any(line.substr(at), error_words)) return true;
    // For duplicate definitions the linker names the grader's first.
    if (at != line.npos && contains_any(line, error_words)) return true;
  }
  return false;
}

CompilerEnd compiler_end(std::string_view program, const Ended& ended, std::string_view output) {
  const bool exited = ended.how == Ended::How::exited;
  if (exited && ended.code == 0) return CompilerEnd::made;
  // g++ reports the signal by which the kernel enforces the file size limit.
  const bool file_limit = output.find("File size limit exceeded") != output.npos;
  if (is_limit(ended.how) || file_limit) return CompilerEnd::limited;
  if (ended.how == Ended::How::stalled) return CompilerEnd::stalled;
  if (!exited || contains_any(output, signal_words)) return CompilerEnd::killed;
  if (program == "simtcc" && ended.code == 3) return CompilerEnd::unsupported;
  const bool plain = is_ordinary(program, ended.code) && !contains_any(output, system_words);
  return plain && has_submission_error(output) ? CompilerEnd::refused : CompilerEnd::odd;
}

}  // namespace warpgrade

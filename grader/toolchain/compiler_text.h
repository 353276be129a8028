// Extracts the student's files, lines and unsupported features from output of compilers and tools.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"

namespace warpgrade {

/// A place in the student's own files.
struct SourceLine {
  std::string file;  // relative to the submission; empty: not the student's, or unknown
  int line = 0;
  bool known() const { return line > 0; }
  bool operator==(const SourceLine&) const = default;
};

/// The name in the submission of a file named by its path; empty for other files. `submission`: its
/// folder on this machine, which programs built without isolation contain.
std::string path_in_submission(const std::string& path, const std::filesystem::path& submission);

/// The number at the beginning of `digits`; 0 if it is not a valid line number.
int line_number(std::string_view digits);

/// Replaces paths in the sandbox by paths in the submission.
std::string as_student_knows(std::string text);

/// Rewrites nvcc's "file(8): error: …" in the usual style "file:8: error: …".
std::string in_usual_style(const std::string& output);

/// Parses simtcc's lines "file:line: unsupported: what it is".
std::vector<Finding> unsupported_findings(const std::string& output);

/// Parses the output of `addr2line -a -f -i`: for each address, which is one less than the key, the
/// first place in the submission that does not copy a class, from the innermost inlined function
/// outwards.
void read_places(const std::string& output, const std::filesystem::path& submission,
                 std::map<std::uint64_t, SourceLine>& places);

}  // namespace warpgrade

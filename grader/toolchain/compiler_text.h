// What of compilers' and tools' words is the student's: files, lines, what is not supported.
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
  std::string file;  // relative to the submission; empty: not the student's, or not known
  int line = 0;
  bool known() const { return line > 0; }
  bool operator==(const SourceLine&) const = default;
};

/// The name in the submission of a file that a program or a compiler names by its path; empty where
/// it is another's. `submission`: where it stands on this machine, known to a program that was
/// built without isolation.
std::string own_file(const std::string& path, const std::filesystem::path& submission);

/// The number at the front of `digits`; 0 where there is none that a line can have.
int line_number(std::string_view digits);

/// `text` with the paths inside the sandbox as the student knows them.
std::string as_student_knows(std::string text);

/// nvcc's "file(8): error: …" as every other compiler writes it, "file:8: error: …".
std::string in_usual_style(const std::string& output);

/// Of simtcc's lines "file:line: unsupported: what it is".
std::vector<Finding> unsupported_findings(const std::string& output);

/// Fills in the places that `addr2line -a -f -i` names: of each address, one less than the key, the
/// first that is the submission's own and copies no class, from the innermost inlined function
/// outwards.
void read_places(const std::string& said, const std::filesystem::path& submission,
                 std::map<std::uint64_t, SourceLine>& places);

}  // namespace warpgrade

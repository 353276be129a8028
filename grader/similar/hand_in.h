// The unit of comparison: one lab of one attempt.
#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "import/submission.h"

namespace warpgrade::similar {

struct HandIn {
  Student student;
  int attempt = 1;
  std::filesystem::path folder;  // with LAB.cu
  std::string origin;            // the folder's name if from another year; "": this class
};

/// A source file and its name in the folder.
struct SourceFile {
  std::string name, text;
};

/// LAB.cu and other sources in its folder and subfolders, without the files of the other `labs`:
/// LAB.cu first, then by name. Files larger than 1 MiB, or beyond 4 MiB in total, go to `left_out`.
std::vector<SourceFile> read_sources(const std::filesystem::path& folder, const std::string& lab,
                                     const std::vector<std::string>& labs,
                                     std::vector<std::string>& left_out);

/// All sources in a folder and its subfolders, or the single file `path`.
std::vector<SourceFile> sources_below(const std::filesystem::path& path);

/// The id. Students of other years are different persons: "ada, of 2025".
std::string student_key(const HandIn& hand_in);

/// True for the same student, or two members of a group.
bool work_together(const HandIn& a, const HandIn& b);

}  // namespace warpgrade::similar

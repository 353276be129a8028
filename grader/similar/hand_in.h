// What is compared: one lab of one attempt.
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
  std::string origin;            // of another year: the folder's name; "": this class
};

/// One of its files, by its name below the folder.
struct SourceFile {
  std::string name, text;
};

/// LAB.cu and the other sources beside and below it, less the files of the other `labs`: LAB.cu
/// first, then by name. What is larger than a MiB, or beyond four altogether, goes to `left_out`.
std::vector<SourceFile> sources_of(const std::filesystem::path& folder, const std::string& lab,
                                   const std::vector<std::string>& labs,
                                   std::vector<std::string>& left_out);

/// All sources in and below a folder, or the one file that `path` is.
std::vector<SourceFile> sources_below(const std::filesystem::path& path);

/// The id; another year's students are other people, whatever they are called: "ada, of 2025".
std::string student_of(const HandIn& hand_in);

/// The same student, or two of one group.
bool work_together(const HandIn& a, const HandIn& b);

}  // namespace warpgrade::similar

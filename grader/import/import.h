// Imports a course site's export as folders that can be graded.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "import/submission.h"

namespace warpgrade {

/// --take: grade this file for this student under the lab's name, whatever it is called.
struct Take {
  std::string student;         // id, name, login or address
  std::filesystem::path file;  // its path in the hand-in, or any file on this machine
};

struct ImportRequest {
  std::filesystem::path submissions;  // a folder, or a zip or tar archive
  std::filesystem::path roster;       // CSV; empty: `known`
  std::vector<Student> known = {};    // a class list read earlier; empty: accept every student
  std::filesystem::path work;         // attempts go to work/<student>/<number>/
  std::vector<std::string> labs;      // search for their <lab>.cu; empty: any .cu
  std::string format;                 // as in Imported; "": detect it
  std::string pattern;  // regex for paths, with groups (?<student>…) and (?<file>…); "": none
  std::vector<Take> takes;
  bool keeps_earlier = false;  // attempts that earlier imports wrote
};

/// Attempts are ordered by student id, then by number. `work` must be new, empty, or an earlier
/// import's; its attempts are then replaced, or removed unless `keeps_earlier`. UsageError: the
/// input cannot be read. GraderError: the disk fails.
Imported import_submissions(const ImportRequest& request);

/// The format of a course site's export, as in Imported. Of an archive only the names are read.
/// `roster`: as in ImportRequest. UsageError: it cannot be read.
std::string detect_submission_format(const std::filesystem::path& submissions,
                                     const std::filesystem::path& roster);

}  // namespace warpgrade

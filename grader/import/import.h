// What a course site exports, as folders that can be graded.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "import/submission.h"

namespace warpgrade {

/// "Take this file for this student": graded under the lab's name, whatever it is called.
struct Take {
  std::string student;         // id, name, login or address
  std::filesystem::path file;  // in the student's hand-in, as messages name it; or any file
};

struct ImportRequest {
  std::filesystem::path submissions;  // a folder, or a zip or tar archive
  std::filesystem::path roster;       // CSV; empty: none, every student counts
  std::filesystem::path work;         // attempts go to work/<student>/<number>/
  std::vector<std::string> labs;      // whose <lab>.cu is looked for; empty: any .cu
  std::string format;                 // as in Imported; "": by looking
  std::string pattern;  // regex for paths, with groups (?<student>…) and (?<file>…); "": none
  std::vector<Take> takes;
};

/// Attempts are in the order of their students' ids, then of their numbers. `work` must be new,
/// empty, or an earlier import's, of which attempts with the same student and number are replaced.
/// UsageError: what is asked for cannot be read; GraderError: the disk fails.
Imported import_submissions(const ImportRequest& request);

}  // namespace warpgrade

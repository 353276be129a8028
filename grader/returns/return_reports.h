// Lays out students' pages as each course site imports them.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "export/class_export.h"
#include "export/fill_sheet.h"
#include "gradebook/grade_history.h"

namespace warpgrade {

/// A file for one student, or for a group.
struct ReturnedFile {
  std::string path;  // in the archive or folder; of a message: the address
  std::string contents;
  std::string recipient;  // "ada (Ada Lovelace)"
  std::string what;       // "dot: 13 of 100 points, attempt 2, 1 comment"
  bool is_program = false;
};

struct ReturnRequest {
  std::filesystem::path from;             // --out of a batch
  std::string to;                         // moodle, canvas, gradescope, classroom, folder, mail
  std::filesystem::path out;              // classroom: the folder of the clones
  std::string sender, title;              // of messages
  std::vector<std::string> labs;          // empty: all
  std::vector<std::string> only;          // empty: all students
  std::vector<std::string> secret_paths;  // folders that no file may name
  CountingRules counting;
};

struct ReturnPlan {
  std::vector<ReturnedFile> files;
  std::vector<SheetRemark> left;  // students who get nothing, and why
  /// folder: each known student, and the name of the student's own folder.
  std::vector<std::pair<Student, std::string>> links;
};

/// Decides what each student gets, without writing anything. UsageError: an unknown student, or the
/// gradebook contains nothing for `labs`.
ReturnPlan plan_returns(const ReturnRequest& request);

}  // namespace warpgrade

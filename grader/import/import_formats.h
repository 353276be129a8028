// One function for each format in which submissions arrive.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/lab_file.h"
#include "import/submission.h"

namespace warpgrade {

struct HandedFile {
  std::filesystem::path path;  // where it lies
  std::string name;            // within the submission: "src/matmul.cu"
};

/// One submission as a site tells of it, before the roster is asked.
struct HandIn {
  std::vector<Student> people;  // one; more are a group
  std::string source;
  std::string submitted_at;  // ISO 8601 or ""
  int order = 0;             // where times do not tell which came first
  bool late = false;
  std::vector<HandedFile> files;
  std::vector<Unmatched> remarks = {};           // about its files; a source within it, or ""
  std::map<std::string, HandedFile> taken = {};  // by lab: what an instructor says counts
};

struct Collected {
  std::vector<HandIn> hand_ins;
  std::vector<Unmatched> unmatched;
};

/// The entries of a folder without clutter, sorted. Links and devices are told in `unmatched`.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder,
                                              std::vector<Unmatched>& unmatched);

/// All files below a folder, likewise. `named` is the folder's name in messages.
std::vector<HandedFile> files_below(const std::filesystem::path& folder, const std::string& named,
                                    std::vector<Unmatched>& unmatched);

/// FOLDER/<student>/… or FOLDER/<student>.zip, or FOLDER/<student>/<number>/… for several attempts.
Collected collect_folders(const std::filesystem::path& folder);

/// What the name of a student's folder tells: it may be anything that a roster knows.
Student student_of_folder(const std::string& name);

/// Any layout: a regular expression tells the student, the file's name and the attempt from the
/// path.
Collected collect_by_pattern(const std::filesystem::path& folder, const std::string& pattern);

/// FOLDER/<assignment>-<login>/, each a clone of a repository.
bool looks_like_clones(const std::filesystem::path& folder);
Collected collect_clones(const std::filesystem::path& folder);

/// Canvas: files NAME[_LATE]_USER_FILE_<name> side by side. `labs` tell whether the 1 in
/// matmul1.cu is Canvas's own.
bool looks_like_canvas(const std::filesystem::path& folder);
Collected collect_canvas(const std::filesystem::path& folder, const std::vector<std::string>& labs);

/// Moodle: folders, or files, NAME_NUMBER_assignsubmission_file_.
bool looks_like_moodle(const std::filesystem::path& folder);
Collected collect_moodle(const std::filesystem::path& folder);

/// Autolab: files EMAIL_VERSION_<name> side by side.
bool looks_like_autolab(const std::filesystem::path& folder);
Collected collect_autolab(const std::filesystem::path& folder);

/// Gradescope: submission_metadata.yml beside submission_<id>/.
bool looks_like_gradescope(const std::filesystem::path& folder);
Collected collect_gradescope(const std::filesystem::path& folder);

}  // namespace warpgrade

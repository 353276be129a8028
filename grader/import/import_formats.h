// Reads submissions; one function per export format.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/lab_file.h"
#include "import/submission.h"

namespace warpgrade {

class Roster;

struct HandedFile {
  std::filesystem::path path;  // where it is
  std::string name;            // within the submission: "src/matmul.cu"
};

/// One submission as the site describes it, before the roster is used.
struct HandIn {
  std::vector<Student> people;  // one student, or the members of a group
  std::string source;
  std::string submitted_at;  // ISO 8601 or ""
  int order = 0;             // order of submissions whose times do not decide it
  bool late = false;
  std::vector<HandedFile> files;
  std::vector<Unmatched> remarks = {};           // about its files: the file or "", and the remark
  std::map<std::string, HandedFile> taken = {};  // by lab: the file chosen by an instructor
  std::string team = {};                         // its name on the site; or ""
};

struct Collected {
  std::vector<HandIn> hand_ins;
  std::vector<Unmatched> unmatched;
};

/// The entries of a folder without clutter, sorted. Links and devices are reported in `unmatched`.
std::vector<std::filesystem::path> list_entries(const std::filesystem::path& folder,
                                                std::vector<Unmatched>& unmatched);

/// All files in a folder and its subfolders; links and devices are reported. `named` is the
/// folder's name in messages.
std::vector<HandedFile> files_below(const std::filesystem::path& folder, const std::string& named,
                                    std::vector<Unmatched>& unmatched);

/// FOLDER/<student>/… or FOLDER/<student>.zip, or FOLDER/<student>/<number>/… for several attempts.
Collected collect_folders(const std::filesystem::path& folder);

/// The student in a folder's name, which may be anything that a roster contains.
Student student_from_folder(const std::string& name);

/// Any layout: a regular expression extracts the student, the file's name and the attempt from the
/// path.
Collected collect_by_pattern(const std::filesystem::path& folder, const std::string& pattern);

/// FOLDER/<assignment>-<login>/, each a clone of a repository.
bool looks_like_clones(const std::filesystem::path& folder);
/// `roster`: shows whether the names' common beginning is a part of logins. `scratch`: a folder
/// that may be created, to read the times of commits.
Collected collect_clones(const std::filesystem::path& folder, const Roster& roster,
                         const std::filesystem::path& scratch);

/// Canvas: files NAME[_LATE]_USER_FILE_<name> in one folder. `labs` show whether the 1 in
/// matmul1.cu was added by Canvas.
bool looks_like_canvas(const std::filesystem::path& folder);
Collected collect_canvas(const std::filesystem::path& folder, const std::vector<std::string>& labs);

/// Moodle: folders, or files, NAME_NUMBER_assignsubmission_file_.
bool looks_like_moodle(const std::filesystem::path& folder);
Collected collect_moodle(const std::filesystem::path& folder);

/// Autolab: files EMAIL_VERSION_<name> in one folder.
bool looks_like_autolab(const std::filesystem::path& folder);
Collected collect_autolab(const std::filesystem::path& folder);

/// Gradescope: submission_metadata.yml next to submission_<id>/.
bool looks_like_gradescope(const std::filesystem::path& folder);
Collected collect_gradescope(const std::filesystem::path& folder);

}  // namespace warpgrade

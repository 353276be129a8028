// course.json: a course's settings, used as defaults by every command.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "course/late_rules.h"
#include "findings/on_finding.h"

namespace warpgrade {

/// A comment that instructors give by its name.
struct RubricEntry {
  std::string text;
  std::optional<Points> points;
};
using RubricEntries = std::map<std::string, RubricEntry>;  // by name

/// The columns of the table that graders fill (export/grading_sheet.h): those that are read, and
/// those that are only shown. Any other is a rubric item.
const std::set<std::string>& filled_columns();
const std::set<std::string>& shown_columns();

struct CourseLab {
  std::optional<Points> points;       // its points in exports
  std::filesystem::path submissions;  // empty: must be given
  bool leaderboard = true;
  RubricEntries rubric;  // the course's and its own
};

struct Course {
  std::filesystem::path file;
  std::string title;
  std::filesystem::path roster, graded, aliases;       // empty: none
  std::optional<std::string> backend, real, feedback;  // unset: the commands' defaults
  std::optional<OnFinding> on_finding;                 // unset: each lab's own rule
  bool speed = true;
  std::string kit_speed = "all";  // baselines in students' kits: all, library, none
  bool earned = false;            // write points earned so far to sheets if points are pending
  CountingRules counting;
  RubricEntries rubric;                        // for all labs
  std::map<std::string, std::string> graders;  // names by login; empty: anybody
  std::map<std::string, CourseLab> labs;
  std::vector<std::string> remarks;  // how ambiguous entries were read

  std::vector<std::string> lab_names() const;
  const RubricEntries& find_rubric(const std::string& lab) const;
};

/// "course.json" in `from` or the nearest parent folder; nothing if there is none.
std::optional<std::filesystem::path> course_file(const std::filesystem::path& from);

/// `root`: the project's folder, which contains the schema. UsageError: the first mistake.
Course read_course(const std::filesystem::path& file, const std::filesystem::path& root);

/// The names in a class list to which a course file may refer.
struct RosterNames {
  std::set<std::string> sections;
  std::set<std::string> people;  // ids, logins, addresses, names and teams
  /// Why it is not the name of one student or team, in any spelling: "is not in the roster".
  std::function<std::string(const std::string&)> why_nobody = {};
};

/// UsageError: the class list cannot be read.
using ReadNames = std::function<RosterNames(const std::filesystem::path& roster)>;

/// All mistakes, one per line: "course.json: at /labs/dto: there is no such lab. Did you mean
/// 'dot'?"
std::vector<std::string> course_mistakes(const std::filesystem::path& file,
                                         const std::filesystem::path& root,
                                         const ReadNames& read_names);

}  // namespace warpgrade

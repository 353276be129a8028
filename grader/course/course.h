// course.json: what a course decides once, and every command takes as its defaults.
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

struct CourseLab {
  std::optional<Points> points;       // that it is worth in exports
  std::filesystem::path submissions;  // empty: to be named
  bool leaderboard = true;
};

struct Course {
  std::filesystem::path file;
  std::string title;
  std::filesystem::path roster, graded, aliases;   // empty: none
  std::optional<std::string> backend, real, tell;  // nothing: the commands' own defaults
  std::optional<OnFinding> on_finding;             // nothing: as each lab says
  bool speed = true;
  bool earned = false;  // sheets get what is earned so far where points are pending
  CountingRules counting;
  std::map<std::string, CourseLab> labs;
  std::vector<std::string> remarks;  // what was decided where it can be read in two ways

  std::vector<std::string> lab_names() const;
};

/// "course.json" in `from` or the nearest folder above it; nothing where there is none.
std::optional<std::filesystem::path> course_file(const std::filesystem::path& from);

/// `root`: the project's folder, which has the schema. UsageError: the first of what is wrong.
Course read_course(const std::filesystem::path& file, const std::filesystem::path& root);

/// The sections of a class list. UsageError: it cannot be read.
using SectionsOf = std::function<std::set<std::string>(const std::filesystem::path& roster)>;

/// All that is wrong with it, a line each: "course.json: at /labs/dto: there is no such lab. Did
/// you mean 'dot'?"
std::vector<std::string> course_mistakes(const std::filesystem::path& file,
                                         const std::filesystem::path& root,
                                         const SectionsOf& sections_of);

}  // namespace warpgrade

#include "course/course.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "base/fault.h"
#include "base/nearest.h"
#include "base/schema.h"
#include "course/due_time.h"
#include "lab/manifest.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Reads the file and collects all mistakes instead of stopping at the first.
class Reader {
 public:
  /// `sections_of`: also check referenced files, which not every command needs.
  Reader(const fs::path& file, const fs::path& root, SectionsOf sections_of = {})
      : file_(file),
        root_(root),
        sections_of_(std::move(sections_of)),
        thorough_(sections_of_ != nullptr) {}

  Course read() {
    course_.file = file_;
    try {
      json_ = read_json(file_);
      for (const SchemaMistake& mistake :
           schema_errors(json_, read_json(root_ / "labs/course.schema.json")))
        tell(mistake.place, mistake.what);
    } catch (const GraderError& error) {
      mistakes.push_back(error.what());
    }
    if (!mistakes.empty()) return course_;
    take();
    return course_;
  }

  std::vector<std::string> mistakes;

 private:
  void tell(const std::string& place, const std::string& what) {
    mistakes.push_back(mistake_line(file_, place, what));
  }

  std::string text(const Json& of, const char* key) const { return of.value(key, std::string()); }

  /// A file or folder that must exist, relative to the course's folder.
  fs::path path(const Json& of, const char* key, const std::string& place, bool must_be = true) {
    const std::string name = text(of, key);
    if (name.empty()) return {};
    fs::path whole = (file_.parent_path() / name).lexically_normal();
    std::error_code error;
    if (thorough_ && must_be && !fs::exists(whole, error))
      tell(place + "/" + key, "there is no " + whole.string() + ".");
    return whole;
  }

  std::optional<std::int64_t> time(const Json& value, const std::string& place) {
    const DueTime due = due_time(value);
    if (!due.instant) tell(place, due.mistake);
    if (!due.remark.empty())
      course_.remarks.push_back(fmt::format("{}: at {}: {}", file_.string(), place, due.remark));
    return due.instant;
  }

  void late_rules(const Json& of, LateRules& rules, const std::string& place) {
    for (const auto& [key, amount] : {std::pair("late_penalty", &rules.late_penalty),
                                      std::pair("late_limit", &rules.late_limit)})
      if (of.contains(key)) *amount = parse_amount(text(of, key), key);
    if (of.contains("late_limit") && !rules.late_penalty)
      tell(place + "/late_limit", "it limits late_penalty, which is not there.");
    if (of.contains("grace")) rules.grace = parse_duration(text(of, "grace"), "grace");
    if (of.contains("due")) rules.due = time(of.at("due"), place + "/due");
  }

  void take_lab(const std::string& name, const Json& of) {
    const std::string place = "/labs/" + name;
    const auto known = thorough_ ? lab_names(root_) : std::vector{name};
    if (std::find(known.begin(), known.end(), name) == known.end())
      tell(place, "there is no such lab. " + choose_from("The labs are", name, known));
    CourseLab& lab = course_.labs[name];
    if (of.contains("points"))
      lab.points = Points::hundredths(std::llround(of.at("points").get<double>() * 100));
    lab.submissions = path(of, "submissions", place, false);
    lab.leaderboard = of.value("leaderboard", json_.value("leaderboard", true));
    LateRules rules = course_.counting;
    late_rules(of, rules, place);
    const Json sections = of.value("due_of_section", Json::object());
    for (const auto& [section, due] : sections.items()) {
      const std::string at = place + "/due_of_section/" + section;
      if (!sections_.empty() && sections_.count(section) == 0)
        tell(at,
             "nobody of the roster is in this section. " +
                 choose_from("The sections are", section, {sections_.begin(), sections_.end()}));
      if (const auto instant = time(due, at)) rules.section_due[section] = *instant;
    }
    course_.counting.labs[name] = rules;
  }

  void take() {
    course_.title = json_.at("title");
    course_.roster = path(json_, "roster", "");
    course_.graded = path(json_, "graded", "", false);
    course_.aliases = path(json_, "aliases", "");
    for (const auto& [key, value] :
         {std::pair("backend", &course_.backend), std::pair("real", &course_.real),
          std::pair("tell", &course_.tell)})
      if (json_.contains(key)) *value = text(json_, key);
    course_.on_finding = parse_on_finding(text(json_, "on_finding"));
    course_.speed = json_.value("speed", true);
    course_.kit_speed = json_.value("kit_speed", "all");
    course_.earned = json_.value("earned", false);
    course_.counting.counts = parse_counts(json_.value("counts", "last"));
    late_rules(json_, course_.counting, "");
    std::error_code error;
    if (thorough_ && !course_.roster.empty() && fs::exists(course_.roster, error)) {
      try {
        sections_ = sections_of_(course_.roster);
      } catch (const UsageError& wrong) {
        tell("/roster", wrong.what());
      }
    }
    for (const auto& [name, of] : json_.at("labs").items()) take_lab(name, of);
  }

  fs::path file_, root_;
  SectionsOf sections_of_;
  Json json_;
  Course course_;
  std::set<std::string> sections_;  // of the roster
  bool thorough_;
};

}  // namespace

std::vector<std::string> Course::lab_names() const {
  std::vector<std::string> names;
  for (const auto& [name, lab] : labs) names.push_back(name);
  return names;
}

std::optional<fs::path> course_file(const fs::path& from) {
  std::error_code error;
  for (fs::path folder = fs::absolute(from, error);; folder = folder.parent_path()) {
    if (fs::is_regular_file(folder / "course.json", error)) return folder / "course.json";
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

Course read_course(const fs::path& file, const fs::path& root) {
  Reader reader(file, root);
  Course course = reader.read();
  if (!reader.mistakes.empty())
    throw UsageError(
        reader.mistakes.front(),
        reader.mistakes.size() > 1
            ? fmt::format("And {} more: `warpgrade course` lists all.", reader.mistakes.size() - 1)
            : "");
  return course;
}

std::vector<std::string> course_mistakes(const fs::path& file, const fs::path& root,
                                         const SectionsOf& sections_of) {
  Reader reader(file, root, sections_of);
  reader.read();
  return reader.mistakes;
}

}  // namespace warpgrade

#include "course/course.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "base/fault.h"
#include "base/json/schema.h"
#include "base/nearest.h"
#include "base/regex.h"
#include "course/due_time.h"
#include "lab/manifest.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Reads the file and collects all mistakes instead of stopping at the first.
class Reader {
 public:
  /// `read_names`: also check referenced files, which not every command needs.
  Reader(const fs::path& file, const fs::path& root, ReadNames read_names = {})
      : file_(file),
        root_(root),
        read_names_(std::move(read_names)),
        thorough_(read_names_ != nullptr) {}

  Course read() {
    course_.file = file_;
    try {
      json_ = read_json(file_);
      for (const SchemaMistake& mistake :
           schema_errors(json_, read_json(root_ / "labs/course.schema.json")))
        add_mistake(mistake.place, mistake.what);
    } catch (const GraderError& error) {
      mistakes.push_back(error.what());
    }
    if (!mistakes.empty()) return course_;
    read_settings();
    return course_;
  }

  std::vector<std::string> mistakes;

 private:
  void add_mistake(const std::string& place, const std::string& what) {
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
      add_mistake(place + "/" + key, "there is no " + whole.string() + ".");
    return whole;
  }

  std::optional<std::int64_t> time(const Json& value, const std::string& place) {
    const DueTime due = due_time(value);
    if (!due.instant) add_mistake(place, due.mistake);
    if (!due.remark.empty())
      course_.remarks.push_back(fmt::format("{}: at {}: {}", file_.string(), place, due.remark));
    return due.instant;
  }

  void late_rules(const Json& of, LateRules& rules, const std::string& place) {
    for (const auto& [key, amount] : {std::pair("late_penalty", &rules.late_penalty),
                                      std::pair("late_limit", &rules.late_limit)})
      if (of.contains(key)) *amount = parse_amount(text(of, key), key);
    if (of.contains("late_limit") && !rules.late_penalty)
      add_mistake(place + "/late_limit", "it limits late_penalty, which is not there.");
    if (of.contains("grace")) rules.grace = parse_duration(text(of, "grace"), "grace");
    if (of.contains("due")) rules.due = time(of.at("due"), place + "/due");
    if (of.contains("opens")) rules.opens = time(of.at("opens"), place + "/opens");
    if (of.contains("requests_until"))
      rules.requests_until = time(of.at("requests_until"), place + "/requests_until");
    if (rules.opens && rules.due && *rules.opens >= *rules.due)
      add_mistake(place + "/opens", "it is not before the due time.");
  }

  /// The roster must contain one student or team of this name.
  void require_person(const std::string& name, const std::string& at) {
    const std::string why = names_.people.empty() ? "" : names_.why_nobody(name);
    if (why.empty()) return;
    const std::string close = nearest(name, {names_.people.begin(), names_.people.end()});
    add_mistake(at, name + " " + why + "." +
                        (close.empty() || close == name ? "" : " Did you mean '" + close + "'?"));
  }

  void extensions(const Json& of, LateRules& rules, const std::string& place) {
    static const std::regex duration(R"(\d{1,4} ?(s|min|h|d))");
    const Json all = of.value("extensions", Json::object());
    for (const auto& [who, value] : all.items()) {
      const std::string at = place + "/extensions/" + who, text = value;
      require_person(who, at);
      Extension& extension = rules.extensions[who];
      if (regex_match(text, duration))
        extension.longer = parse_duration(text, "extensions");
      else
        extension.due = time(value, at);
      if (extension.due && rules.due && rules.section_due.empty() && *extension.due <= *rules.due)
        add_mistake(at, "it is not after the due time.");
      if (extension.longer > 0 && !rules.due && rules.section_due.empty())
        add_mistake(at, "the lab has no due time that it could be added to.");
    }
  }

  RubricEntries rubric(const Json& of, RubricEntries entries, const std::string& place) {
    // Names are columns of the table that graders fill.
    static const std::regex form("[a-z0-9]+(-[a-z0-9]+)*");
    const Json items = of.value("rubric", Json::object());
    for (const auto& [name, item] : items.items()) {
      if (!regex_match(name, form) ||
          filled_columns().count(name) + shown_columns().count(name) > 0)
        add_mistake(
            place + "/rubric/" + name,
            "an item's name consists of small letters and digits, with - between, and is no "
            "column of the table that graders fill. Write \"no-barrier\".");
      RubricEntry& entry = entries[name] = {item.at("text"), {}};
      if (item.contains("points"))
        entry.points = Points::hundredths(std::llround(item.at("points").get<double>() * 100));
    }
    return entries;
  }

  void read_lab(const std::string& name, const Json& of) {
    const std::string place = "/labs/" + name;
    const auto known = thorough_ ? lab_names(root_) : std::vector{name};
    if (std::find(known.begin(), known.end(), name) == known.end())
      add_mistake(place, "there is no such lab. " + choose_from("The labs are", name, known));
    CourseLab& lab = course_.labs[name];
    if (of.contains("points"))
      lab.points = Points::hundredths(std::llround(of.at("points").get<double>() * 100));
    lab.submissions = path(of, "submissions", place, false);
    lab.rubric = rubric(of, course_.rubric, place);
    lab.leaderboard = of.value("leaderboard", json_.value("leaderboard", true));
    LateRules rules = course_.counting;
    late_rules(of, rules, place);
    const Json sections = of.value("due_of_section", Json::object());
    for (const auto& [section, due] : sections.items()) {
      const std::string at = place + "/due_of_section/" + section;
      if (names_.sections.empty() && !names_.people.empty())
        add_mistake(at, "the roster has no sections. Add a column \"Section\".");
      else if (!names_.sections.empty() && names_.sections.count(section) == 0)
        add_mistake(at, "nobody of the roster is in this section. " +
                            choose_from("The sections are", section,
                                        {names_.sections.begin(), names_.sections.end()}));
      if (const auto instant = time(due, at)) rules.section_due[section] = *instant;
    }
    extensions(of, rules, place);
    course_.counting.labs[name] = rules;
  }

  void read_settings() {
    course_.title = json_.at("title");
    course_.roster = path(json_, "roster", "");
    course_.graded = path(json_, "graded", "", false);
    course_.aliases = path(json_, "aliases", "");
    for (const auto& [key, value] :
         {std::pair("backend", &course_.backend), std::pair("real", &course_.real),
          std::pair("tell", &course_.feedback)})
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
        names_ = read_names_(course_.roster);
      } catch (const UsageError& wrong) {
        add_mistake("/roster", wrong.what());
      }
    }
    const Json late_days = json_.value("late_days", Json::object());
    course_.counting.late_days = {late_days.value("budget", 0), late_days.value("per_lab", 0)};
    const Json accommodations = json_.value("accommodations", Json::object());
    for (const auto& [who, factor] : accommodations.items()) {
      require_person(who, "/accommodations/" + who);
      course_.counting.time_factors[who] = factor;
    }
    course_.rubric = rubric(json_, {}, "");
    const Json graders = json_.value("graders", Json::object());
    for (const auto& [login, name] : graders.items()) course_.graders[login] = name;
    for (const auto& [name, of] : json_.at("labs").items()) read_lab(name, of);
  }

  fs::path file_, root_;
  ReadNames read_names_;
  Json json_;
  Course course_;
  RosterNames names_;  // of the roster
  bool thorough_;
};

}  // namespace

const std::set<std::string>& filled_columns() {
  static const std::set<std::string> columns = {"student", "lab",    "attempt", "at",
                                                "points",  "author", "text",    "item"};
  return columns;
}

const std::set<std::string>& shown_columns() {
  static const std::set<std::string> columns = {"name", "section", "score", "max", "page"};
  return columns;
}

std::vector<std::string> Course::lab_names() const {
  std::vector<std::string> names;
  for (const auto& [name, lab] : labs) names.push_back(name);
  return names;
}

const RubricEntries& Course::find_rubric(const std::string& lab) const {
  const auto found = labs.find(lab);
  return found == labs.end() ? rubric : found->second.rubric;
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
                                         const ReadNames& read_names) {
  Reader reader(file, root, read_names);
  reader.read();
  return reader.mistakes;
}

}  // namespace warpgrade

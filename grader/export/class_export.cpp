#include "export/class_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "base/text.h"
#include "base/time/instant.h"
#include "course/due_time.h"
#include "export/grades_csv.h"
#include "export/points_json.h"
#include "formats/exports.h"
#include "formats/json_reading.h"
#include "formats/students_copy.h"
#include "import/csv.h"
#include "import/file_name.h"
#include "report/document/task_status.h"
#include "report/html_text.h"
#include "report/terminal.h"

namespace warpgrade {
namespace {

using Ordered = nlohmann::ordered_json;
using State = CountedGrade::State;

std::string counts_name(Counts counts) {
  switch (counts) {
    case Counts::last:
      return "last";
    case Counts::best:
      return "best";
    case Counts::first:
      return "first";
    case Counts::last_on_time:
      return "last-on-time";
  }
  return "";
}

std::string amount_text(const Amount& amount) {
  return amount.share ? Points::hundredths(std::llround(*amount.share * 10000)).text() + "%"
                      : amount.points.text();
}

/// The folder name in the grade's commands, quoted for a shell; or "".
std::string folder_in_commands(const GradeResult& grade) {
  const auto folder = [](const std::string& command) {
    constexpr std::string_view before = "--submission ", behind = " --task ";
    const std::size_t at = command.find(before), end = command.find(behind);
    if (at == command.npos || end == command.npos) return std::string();
    return command.substr(at + before.size(), end - at - before.size());
  };
  for (const TaskResult& task : grade.tasks) {
    if (std::string found = folder(task.check.reproduce); !found.empty()) return found;
    for (const CaseResult& c : task.cases)
      if (std::string found = folder(c.reproduce); !found.empty()) return found;
  }
  return "";
}

/// The grade that counts, or nothing. A grade by hand has no tasks.
std::optional<GradeResult> load_grade(const CountedGrade& g, const LoadEntryJson& load_json) {
  if (!has_points(g)) return std::nullopt;
  if (is_by_hand(g.entry.row.grade)) {
    GradeResult grade;
    grade.lab = g.lab;
    return grade;
  }
  try {
    GradeResult grade = students_copy(parse_grade(load_json(g.entry)));
    const std::string folder = folder_in_commands(grade);
    return with_students_paths(std::move(grade), folder);
  } catch (const std::exception& error) {
    throw GraderError(fmt::format("the grade {} of {} for {} cannot be read: {}", g.entry.row.id,
                                  g.student.id, g.lab, error.what()),
                      "Regrade it: warpgrade batch --regrade --only.");
  }
}

Ordered tasks_json(const std::optional<GradeResult>& grade) {
  Ordered tasks = Ordered::array();
  if (!grade) return tasks;
  for (const TaskResult& task : grade->tasks)
    tasks.push_back({{"task", task.task},
                     {"verdict", name(task.verdict)},
                     {"written", task_status(task) != TaskStatus::not_started},
                     {"points", points_json(task.points)},
                     {"max_points", points_json(task.max_points)},
                     {"pending", points_json(task.pending)}});
  return tasks;
}

Ordered comments_json(const std::vector<Comment>& comments) {
  Ordered list = Ordered::array();
  for (const Comment& c : comments)
    list.push_back({{"text", c.text},
                    {"file", c.file.empty() ? Ordered(nullptr) : Ordered(c.file)},
                    {"line", c.line > 0 ? Ordered(c.line) : Ordered(nullptr)},
                    {"points", c.points ? points_json(*c.points) : Ordered(nullptr)},
                    {"item", c.item.empty() ? Ordered(nullptr) : Ordered(c.item)},
                    {"author", c.author},
                    {"given", c.given}});
  return list;
}

Ordered grade_json(const CountedGrade& g, const LoadEntryJson& load_json) {
  const auto points = [&](Points p) { return has_points(g) ? points_json(p) : Ordered(nullptr); };
  const GradebookRow& row = g.entry.row;
  Ordered group = Ordered::array();
  for (const std::string& other : row.student.others) group.push_back(other);
  if (!group.empty()) group.insert(group.begin(), row.student.id);
  return {{"lab", g.lab},
          {"state", state_name(g.state)},
          {"why", g.why},
          {"points", points(g.points)},
          {"max_points", points(g.max_points)},
          {"pending", points(g.pending)},
          {"raw", points(g.raw)},
          {"penalty", points(g.penalty)},
          {"by_hand", points(g.by_hand)},
          {"comments", comments_json(row.comments)},
          {"due", g.due ? Ordered(utc_time(*g.due)) : Ordered(nullptr)},
          {"late", g.late},
          {"days_late", g.days_late},
          {"late_days_used", g.free_days},
          {"attempt", g.attempts > 0 ? row.attempt : 0},
          {"attempts", g.attempts},
          {"submitted_at", row.submitted_at},
          {"group", std::move(group)},
          {"team", team_text(row.student)},
          {"tasks", tasks_json(load_grade(g, load_json))},
          {"run", g.entry.run},
          {"grader", row.grade.grader},
          {"grader_hash", row.grade.grader_hash},
          {"machine", row.grade.machine},
          {"backend", row.grade.backend},
          {"real", row.grade.real},
          {"seed", row.grade.seed},
          {"finished", row.grade.finished}};
}

std::string student_heading(const Student& student) {
  return student.name.empty() ? student.id : student.id + " (" + student.name + ")";
}

/// Remarks on a grade: lateness, points by hand, comments.
std::string remarks_on(const CountedGrade& g) {
  std::string text;
  if (g.penalty > Points{})
    text += fmt::format("{} points less for {} late.\n", g.penalty.text(),
                        many(g.days_late - g.free_days, "day"));
  for (const Comment& c : g.entry.row.comments) {
    const std::string place = comment_place(c);
    text += fmt::format("{}{}{}{} ({})\n", c.points ? signed_text(*c.points) + " points: " : "",
                        place, place.empty() ? "" : ": ", c.text, c.author);
  }
  if (g.penalty > Points{} || g.by_hand != Points{} || is_by_hand(g.entry.row.grade))
    text += fmt::format("{} of {} points.\n", g.points.text(), g.max_points.text());
  return text.empty() ? text : text + "\n";
}

struct Suite {
  std::string cases, words;
  int tests = 0, failures = 0, errors = 0, skipped = 0;

  /// Empty `message`: use the verdict's name.
  void add(const std::string& lab, const std::string& what, Verdict verdict,
           const std::string& detail, std::string_view message = {}) {
    ++tests;
    cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", html::escaped(lab),
                         html::escaped(what));
    if (verdict == Verdict::ok) {
      cases += "/>\n";
      return;
    }
    const bool failed = is_students_fault(verdict),
               is_grader_error = verdict == Verdict::grader_error;
    ++(failed ? failures : is_grader_error ? errors : skipped);
    const char* const element = failed ? "failure" : is_grader_error ? "error" : "skipped";
    cases += fmt::format(">\n      <{} message=\"{}\">{}</{}>\n    </testcase>\n", element,
                         message.empty() ? name(verdict) : message, html::escaped(detail), element);
  }
  std::string system_out() const {
    if (words.empty()) return "";
    return "    <system-out>" + html::escaped(words) + "</system-out>\n";
  }
  std::string counted() const {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", tests, failures,
                       errors, skipped);
  }
};

void add_tasks(Suite& suite, const CountedGrade& g, const LoadEntryJson& load_json) {
  const auto grade = load_grade(g, load_json);
  if (const std::string word = remarks_on(g); !word.empty()) suite.words += g.lab + ": " + word;
  if (!grade) {
    suite.add(g.lab, g.lab, g.state == State::open ? Verdict::grader_error : Verdict::pending,
              g.why, g.state == State::unusable ? state_name(g.state) : "");
    return;
  }
  if (is_by_hand(g.entry.row.grade)) suite.add(g.lab, g.lab, Verdict::ok, "");
  for (const TaskResult& task : grade->tasks) {
    std::string detail = fmt::format("{} of {} points", task.points.text(), task.max_points.text());
    if (task.pending > Points{}) detail += fmt::format(", {} pending", task.pending.text());
    if (task_status(task) == TaskStatus::not_started) {
      suite.add(g.lab, task.task, task.verdict, detail + "; not written yet", table_verdict(task));
      continue;
    }
    if (!task.detail.empty()) detail += "; " + describe(task.detail);
    for (const CaseResult& c : task.cases)
      if (c.verdict != Verdict::ok)
        detail += fmt::format("\n{} in {}{}", name(c.verdict), c.name,
                              c.detail.empty() ? "" : ": " + describe(c.detail));
    suite.add(g.lab, task.task, task.verdict, detail, table_verdict(task));
  }
}

/// The exported text with the counted points instead of the raw ones, and the remarks.
std::string with_remarks(const std::string& text, const std::string& format,
                         const CountedGrade& g) {
  const std::string word = remarks_on(g);
  if (word.empty()) return text;
  Ordered json = Ordered::parse(text);
  if (format == "autolab") {
    json["scores"][g.lab] = g.points.value();
    return json.dump() + "\n";
  }
  json["score"] =
      format == "prairielearn" ? g.points.value() / g.max_points.value() : g.points.value();
  if (format == "prairielearn")
    json["message"] = fmt::format("{} of {} points", g.points.text(), g.max_points.text());
  json["output"] = is_by_hand(g.entry.row.grade) ? word : word + json.value("output", "");
  return json.dump(2, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

}  // namespace

std::string class_json(const std::vector<CountedGrade>& grades, const CountingRules& rules,
                       const LoadEntryJson& load_json, const std::vector<Ungraded>& absent_ones) {
  const auto amount = [](const std::optional<Amount>& a) {
    return a ? Ordered(amount_text(*a)) : Ordered(nullptr);
  };
  Ordered students = Ordered::array();
  for (const CountedGrade& g : grades) {
    if (students.empty() || students.back().at("student") != g.student.id)
      students.push_back({{"student", g.student.id},
                          {"name", g.student.name},
                          {"email", g.student.email},
                          {"login", g.student.login},
                          {"section", g.student.section},
                          {"labs", Ordered::array()}});
    students.back()["labs"].push_back(grade_json(g, load_json));
  }
  Ordered absent = Ordered::array();
  for (const Ungraded& one : absent_ones)
    absent.push_back({{"student", one.student.id},
                      {"name", one.student.name},
                      {"email", one.student.email},
                      {"login", one.student.login},
                      {"section", one.student.section},
                      {"lab", one.lab}});
  const Ordered all = {{"schema", 1},
                       {"counts", counts_name(rules.counts)},
                       {"due", rules.due ? Ordered(utc_time(*rules.due)) : Ordered(nullptr)},
                       {"grace_seconds", rules.grace},
                       {"late_penalty", amount(rules.late_penalty)},
                       {"late_limit", amount(rules.late_limit)},
                       {"students", std::move(students)},
                       {"absent", std::move(absent)}};
  return all.dump(2, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

std::string class_junit(const std::vector<CountedGrade>& grades, const LoadEntryJson& load_json,
                        const std::vector<Ungraded>& absent) {
  std::string suites;
  Suite all;
  const auto add = [&](const Student& student, const Suite& suite) {
    suites += fmt::format("  <testsuite name=\"{}\" {}>\n{}{}  </testsuite>\n",
                          html::escaped(student_heading(student)), suite.counted(), suite.cases,
                          suite.system_out());
    all.tests += suite.tests;
    all.failures += suite.failures;
    all.errors += suite.errors;
    all.skipped += suite.skipped;
  };
  for (std::size_t i = 0; i < grades.size();) {
    const std::string id = grades[i].student.id;
    const Student& student = grades[i].student;
    Suite suite;
    for (; i < grades.size() && grades[i].student.id == id; ++i)
      add_tasks(suite, grades[i], load_json);
    add(student, suite);
  }
  for (const Ungraded& one : absent) {
    Suite suite;
    suite.add(one.lab, one.lab, Verdict::pending, one.why, state_name(one));
    add(one.student, suite);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {}>\n{}</testsuites>\n",
      all.counted(), suites);
}

std::string student_report(const CountedGrade& g, const LoadEntryJson& load_json) {
  const auto grade = load_grade(g, load_json);
  constexpr Style as_file = {false, 80, true};
  return remarks_on(g) + (grade && !grade->tasks.empty() ? render(*grade, as_file) : "");
}

std::optional<std::string> student_result(const CountedGrade& g, const std::string& format,
                                          const LoadEntryJson& load_json) {
  const auto grade = load_grade(g, load_json);
  if (!grade) return std::nullopt;
  return with_remarks(exported(*grade, format), format, g);
}

std::size_t write_student_results(const std::filesystem::path& folder,
                                  const std::vector<CountedGrade>& grades,
                                  const std::string& format, const LoadEntryJson& load_json) {
  std::size_t written = 0;
  for (const CountedGrade& g : grades) {
    const auto result = student_result(g, format, load_json);
    if (!result) continue;
    const auto own = folder / file_name_for(g.student.id);
    std::error_code error;  // writing below reports the error
    std::filesystem::create_directories(own, error);
    write_file_atomically(own / (g.lab + (format == "autolab" ? ".txt" : ".json")), *result);
    ++written;
  }
  return written;
}

}  // namespace warpgrade

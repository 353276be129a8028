#include "formats/exports.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/fault.h"
#include "formats/students_copy.h"
#include "report/document/earnings.h"
#include "report/document/open_points.h"
#include "report/document/task_status.h"
#include "report/html_text.h"
#include "report/task_block.h"
#include "report/terminal.h"

namespace warpgrade {
namespace {

using Json = nlohmann::ordered_json;

constexpr Style as_file = {false, 80, true};

/// PrairieLearn refuses more than a megabyte.
constexpr std::size_t most_output = 200 << 10;

std::string task_name(const TaskResult& task) {
  return task.title.empty() ? task.task : task.task + ": " + task.title;
}

/// The terminal report's text on a task, without its first line.
std::string task_text(const GradeResult& grade, const TaskResult& task) {
  Page page(as_file);
  Named named = withheld(grade);
  const TaskPart part = make_task_part(grade, task);
  add_task(page, part, columns_for({part}, as_file), false, grade.sources, named);
  const std::string& text = page.text();
  const auto first = text.find('\n');
  std::string rest = first == text.npos ? "" : text.substr(first + 1);
  if (task.pending > Points{})
    rest +=
        fmt::format("    {} open: not earned yet, and not lost.\n", points_in_words(task.pending));
  return std::string(html::beginning(rest, most_output));
}

std::string whole_text(const GradeResult& grade) {
  return std::string(html::beginning(render(grade, as_file), most_output));
}

bool has_grader_error(const GradeResult& grade) {
  return std::any_of(grade.tasks.begin(), grade.tasks.end(),
                     [](const TaskResult& task) { return task.verdict == Verdict::grader_error; });
}

/// Entries of Gradescope's leaderboard, if the assignment has one: measured speeds, named alike for
/// all students.
Json make_leaderboard(const GradeResult& grade) {
  Json entries = Json::array();
  for (const TaskResult& task : grade.tasks)
    for (const PerformanceResult& p : task.performance)
      if (p.ratio > 0 && std::isfinite(p.ratio) && !is_students_fault(p.verdict) &&
          !is_students_fault(task.verdict))
        entries.push_back({{"name", printable(fmt::format("{} {}, times the speed of {}", task.task,
                                                          p.name, describe_competitor(p)),
                                              true)},
                           {"value", std::round(1000 * p.ratio) / 1000},
                           {"order", "desc"}});
  return entries;
}

/// A <testcase>; `seconds` < 0: not timed.
std::string testcase(const std::string& suite, const std::string& case_name, Verdict verdict,
                     const std::string& detail, double seconds) {
  const auto safe = [](const std::string& text) { return html::escaped(text); };
  std::string text =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\"", safe(suite), safe(case_name));
  if (seconds >= 0) text += fmt::format(" time=\"{:.6f}\"", seconds);
  if (verdict == Verdict::ok) return text + "/>\n";
  const char* element = is_students_fault(verdict)         ? "failure"
                        : verdict == Verdict::grader_error ? "error"
                                                           : "skipped";
  return text + fmt::format(">\n      <{} message=\"{}\">{}</{}>\n    </testcase>\n", element,
                            safe(std::string(name(verdict))), safe(detail), element);
}

struct Counted {
  std::string cases;
  int tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;

  void add(const std::string& suite, const std::string& case_name, Verdict verdict,
           const std::string& detail, double time) {
    cases += testcase(suite, case_name, verdict, detail, time);
    ++tests;
    if (time > 0) seconds += time;
    if (verdict == Verdict::ok) return;
    ++(is_students_fault(verdict) ? failures : verdict == Verdict::grader_error ? errors : skipped);
  }

  std::string attributes() const {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.6f}\"",
                       tests, failures, errors, skipped, seconds);
  }
};

Counted count_suite(const GradeResult& grade, const TaskResult& task) {
  Counted counted;
  const std::string suite = grade.lab + "." + task.task;
  for (const CaseResult& c : task.cases)
    counted.add(suite, c.name, c.verdict, describe(c.detail), c.seconds);
  // A result for the whole task: it does not compile, or a device is missing.
  if (task.cases.empty()) counted.add(suite, task.task, task.verdict, describe(task.detail), -1);
  if (task.check.max_points > Points{})
    counted.add(suite, "clean check", task.check.verdict, describe(task.check.detail), -1);
  for (const EfficiencyResult& e : task.efficiency)
    counted.add(suite, "efficiency: " + e.metric + (e.kernel.empty() ? "" : " of " + e.kernel),
                e.verdict, describe(e.detail), -1);
  for (const PerformanceResult& p : task.performance)
    counted.add(suite, "speed against " + p.against + ": " + p.name, p.verdict, describe(p.detail),
                p.ran ? p.seconds : -1);
  return counted;
}

}  // namespace

std::string gradescope_json(const GradeResult& grade) {
  Json tests = Json::array();
  for (const TaskResult& task : grade.tasks) {
    Json test = {{"name", printable(task_name(task), true)},
                 {"score", task.points.value()},
                 {"max_score", task.max_points.value()}};
    // Without a status, Gradescope takes less than all points for a failure, but a right task with
    // points pending for a GPU is none. Tasks that did not run get no status.
    if (!is_open(task.verdict))
      test["status"] = task.points + task.pending == task.max_points ? "passed" : "failed";
    test["output"] = task_text(grade, task);
    test["output_format"] = "text";
    tests.push_back(std::move(test));
  }
  Json result = {{"score", grade.score().value()},
                 {"output", whole_text(grade)},
                 {"output_format", "text"},
                 {"visibility", "visible"},
                 {"tests", std::move(tests)},
                 {"extra_data",
                  {{"lab", grade.lab},
                   {"pending", grade.pending().value()},
                   {"seed", grade.seed},
                   {"backend", grade.backend}}}};
  if (Json leaderboard = make_leaderboard(grade); !leaderboard.empty())
    result["leaderboard"] = std::move(leaderboard);
  double seconds = 0;
  for (const auto& [what, time] : grade.seconds)
    if (what != "kernels") seconds += time;
  if (seconds > 0) result["execution_time"] = std::llround(seconds);
  return result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string junit_xml(const GradeResult& grade) {
  Counted all;
  std::string suites;
  for (const TaskResult& task : grade.tasks) {
    const Counted suite = count_suite(grade, task);
    suites += fmt::format("  <testsuite name=\"{}\" {}>\n{}", html::escaped(task_name(task)),
                          suite.attributes(), suite.cases);
    if (!task.printed.empty())
      suites += "    <system-out>" + html::escaped(task.printed) + "</system-out>\n";
    suites += "  </testsuite>\n";
    all.tests += suite.tests;
    all.failures += suite.failures;
    all.errors += suite.errors;
    all.skipped += suite.skipped;
    all.seconds += suite.seconds;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\" {}>\n{}</testsuites>\n",
      html::escaped(grade.lab), all.attributes(), suites);
}

std::string prairielearn_json(const GradeResult& grade) {
  Json result;
  if (has_grader_error(grade)) {
    result = {{"gradable", false},
              {"message", "The grader failed, not your code. Submit again later."},
              {"output", whole_text(grade)}};
  } else {
    Json tests = Json::array();
    for (const TaskResult& task : grade.tasks)
      tests.push_back({{"name", printable(task_name(task), true)},
                       {"points", task.points.value()},
                       {"max_points", task.max_points.value()},
                       {"output", task_text(grade, task)}});
    const double most = grade.max_score().value();
    result = {
        {"gradable", true},
        {"score", most > 0 ? grade.score().value() / most : 0},
        {"message",
         fmt::format("{} of {} points", grade.score().text(), grade.max_score().text()) +
             (grade.pending() > Points{} ? fmt::format("; {} open: not earned yet, and not lost",
                                                       points_in_words(grade.pending()))
                                         : "")},
        {"output", whole_text(grade)},
        {"tests", std::move(tests)}};
  }
  return result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string autolab_line(const GradeResult& grade) {
  return Json{{"scores", {{grade.lab, grade.score().value()}}}}.dump() + "\n";
}

std::vector<std::string> export_formats() {
  return {"gradescope", "junit", "prairielearn", "autolab"};
}

std::string exported(const GradeResult& whole, const std::string& format) {
  const GradeResult grade = with_students_paths(students_copy(whole), whole.submission);
  if (format == "gradescope") return gradescope_json(grade);
  if (format == "junit") return junit_xml(grade);
  if (format == "prairielearn") return prairielearn_json(grade);
  if (format == "autolab") return autolab_line(grade);
  throw UsageError("there is no export format '" + format + "'",
                   "The formats are: gradescope, junit, prairielearn, autolab.");
}

}  // namespace warpgrade

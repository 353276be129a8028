#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "base/fault.h"
#include "cli/chosen_submission.h"
#include "cli/commands.h"
#include "cli/output_file.h"
#include "formats/exports.h"
#include "formats/json.h"
#include "formats/students_copy.h"
#include "grading/reproduce.h"
#include "pages/check_page.h"
#include "pages/html.h"
#include "pages/own_history.h"
#include "regrade/last_grade.h"
#include "report/document/places.h"
#include "report/progress.h"
#include "report/terminal.h"

namespace warpgrade {
namespace {

int exit_status(const GradeResult& result) {
  for (const auto& task : result.tasks) {
    if (task.verdict == Verdict::grader_error) return grader_error;
  }
  return result.score() + result.pending() == result.max_score() ? full_marks : points_lost;
}

/// The result as the report and the page show it. Autograders pass both on to students.
GradeResult as_shown(const GradeCommand& command, const GradeResult& result) {
  return command.show_hidden ? result : students_copy(result);
}

/// Standard error if a document takes the standard output.
FILE* report_stream(const GradeCommand& command) {
  return is_standard_output(command.json) || is_standard_output(command.html) ? stderr : stdout;
}

void print(const std::string& text, FILE* to) {
  std::fwrite(text.data(), 1, text.size(), to);
  std::fflush(to);
}

/// The report in the requested format; `render` makes the one for the terminal.
template <class Render>
std::string make_report(const GradeCommand& command, const GradeResult& shown, Render render) {
  if (command.format == "gcc") return gcc_lines(shown, std::filesystem::current_path());
  if (command.format == "sarif") return sarif_json(shown, std::filesystem::current_path());
  return render(shown, detect_style(fileno(report_stream(command))));
}

void write_results(const GradeCommand& command, const GradeResult& result, const GradeResult& shown,
                   const std::string& text) {
  print(text, report_stream(command));
  // Last: if writing fails, the report has already been printed.
  write_document(command.json, json_text(result));
  write_document(
      command.html,
      html_page(command.for_student
                    ? with_students_paths(shown, shell_word(command.request.submission.string()))
                    : shown));
}

/// Checks the output options before grading starts, which may take an hour.
void check_outputs(const GradeCommand& command) {
  require_writable("--json", command.json);
  require_writable("--html", command.html);
  if (is_standard_output(command.json) && is_standard_output(command.html))
    throw UsageError("--json - and --html - cannot both use the standard output",
                     "Name a file for one of them.");
  const auto known = export_formats();
  for (const std::string& word : command.exports) {
    const auto equals = word.find('=');
    const bool right = equals != word.npos && equals + 1 < word.size() &&
                       std::find(known.begin(), known.end(), word.substr(0, equals)) != known.end();
    if (!right)
      throw UsageError("--export " + word + " is not FORMAT=FILE",
                       "The formats are gradescope, junit, prairielearn and autolab. Example: "
                       "--export gradescope=/autograder/results/results.json.");
    require_writable("--export", word.substr(equals + 1));
  }
}

void write_exports(const GradeCommand& command, const GradeResult& result) {
  for (const std::string& word : command.exports) {
    const auto equals = word.find('=');
    const std::string text = exported(result, word.substr(0, equals)),
                      file = word.substr(equals + 1);
    write_document(file, text);
  }
}

GradeResult run(const GradeCommand& command, const SharedByGrades* shared = nullptr) {
  std::optional<Sandbox> own;
  if (shared == nullptr) own.emplace(command.request.root, command.sandbox);
  const Sandbox& sandbox = shared ? shared->sandbox : *own;
  if (command.sandbox && !sandbox.isolates()) {
    throw GraderError("this machine cannot isolate the graded code: " + sandbox.why_not(),
                      "For your own code, --no-sandbox grades without isolation.");
  }
  Progress progress;
  if (shared == nullptr)
    progress.estimate_from(command.request.root / "build/grades" /
                           (command.request.lab + ".times"));
  const OnProgress on_progress = [&](const std::string& what, int done, int total) {
    if (total == 0) {
      progress.step(what);
    } else {
      progress.fraction(done, total, what);
    }
  };
  const ChosenSubmission chosen(command.request);
  GradeResult result =
      grade(chosen.request(), sandbox, on_progress, shared ? &shared->preparation : nullptr);
  result.remarks = chosen.remarks();
  progress.finish();
  return result;
}

/// A grade of only some cases cannot be compared with others.
bool keeps_history(const GradeCommand& command) {
  const GradeRequest& request = command.request;
  if (!request.cases.empty() || !request.data.empty() || !request.check) return false;
  if (command.history) return *command.history;
  return command.own_work || is_below(request.submission, request.root / "skeletons");
}

/// "2026-11-25 18:35"
std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char time[32];
  std::strftime(time, sizeof time, "%Y-%m-%d %H:%M", &local);
  return time;
}

/// For a student's own folder: reuses the last grade of functions that have not changed.
GradeResult grade_own_work(const GradeCommand& command, const std::string& time) {
  const regrade::MakeGrade make = [&](const GradeRequest& request) {
    GradeCommand part = command;
    part.request = request;
    return run(part);
  };
  return regrade::grade_what_changed(command.request, command.sandbox, command.all, make, time);
}

/// Returns what changed since the last grade. A read-only folder is not an error.
std::string update_history(const GradeCommand& command, const GradeResult& result,
                           const std::string& time) {
  const auto file = history_file(command.request.submission, result.lab);
  const std::vector<PastGrade> before = read_history(file);
  const PastGrade past = past_grade(result, time);
  try {
    add_to_history(file, past);
  } catch (const std::exception&) {
    return "";
  }
  return command.format == "terminal"
             ? since_last_time(before, past, detect_style(fileno(report_stream(command))))
             : "";
}

bool is_clean(const TaskResult& task) {
  if (task.not_defined()) return true;  // its other functions are checked
  const bool found = std::any_of(task.findings.begin(), task.findings.end(),
                                 [](const Finding& f) { return f.level == "error"; });
  // Wrong values alone are not an error of the check: the grade reports them.
  const bool ended_badly = task.verdict != Verdict::ok && task.verdict != Verdict::wrong;
  return !found && !ended_badly && task.check.verdict != Verdict::grader_error;
}

}  // namespace

int grade_command(const GradeCommand& command, const SharedByGrades* shared) {
  check_outputs(command);
  const bool own = shared == nullptr && keeps_history(command);
  const std::string time = time_of_day();
  const GradeResult result = own ? grade_own_work(command, time) : run(command, shared);
  const GradeResult shown = as_shown(command, result);
  std::string report = make_report(command, shown, render);
  if (own) report += update_history(command, result, time);
  write_results(command, result, shown, report);
  write_exports(command, result);
  return exit_status(result);
}

int check_command(const GradeCommand& command) {
  check_outputs(command);
  const GradeResult result = run(command);
  const GradeResult shown = as_shown(command, result);
  write_results(command, result, shown, make_report(command, shown, render_check));
  const auto is_grader_error = [](const TaskResult& task) {
    return task.check.verdict == Verdict::grader_error || task.verdict == Verdict::grader_error;
  };
  if (std::any_of(result.tasks.begin(), result.tasks.end(), is_grader_error)) return grader_error;
  const bool any_defined = std::any_of(result.tasks.begin(), result.tasks.end(),
                                       [](const TaskResult& task) { return !task.not_defined(); });
  const bool clean = any_defined && std::all_of(result.tasks.begin(), result.tasks.end(), is_clean);
  return clean ? full_marks : points_lost;
}

}  // namespace warpgrade

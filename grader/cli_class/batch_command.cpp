// `warpgrade batch`: prints progress while a class is graded, and a summary at the end.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <set>
#include <string>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "base/text.h"
#include "batch/slurm_executor.h"
#include "cli/interrupt.h"
#include "cli/print_line.h"
#include "cli_class/commands.h"
#include "report/progress.h"
#include "report/style.h"
#include "report/text.h"

namespace warpgrade {
namespace {

std::string duration_words(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 5400) return fmt::format("{:.0f} min", std::ceil(seconds / 60));
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string state_words(const BatchState& state, bool stopping) {
  std::string text =
      stopping ? "stopping: finishing the running grades (Ctrl-C again ends at once)" : "grading";
  if (state.failing > 0) text += fmt::format(", {} below full marks", state.failing);
  if (state.open > 0) text += fmt::format(", {} open", state.open);
  if (!state.queue.empty()) text += ", " + state.queue;
  if (state.seconds_left >= 1) text += ", " + duration_words(state.seconds_left) + " left";
  return text;
}

std::string grade_words(const GradebookRow& row) {
  const BookedGrade& g = row.grade;
  if (g.open) return "open: " + g.cause;
  const std::string pending =
      g.pending->hundredths() > 0 ? fmt::format(", {} pending", g.pending->text()) : "";
  return fmt::format("{} of {}{}", g.score->text(), g.max_score->text(), pending);
}

std::string student_label(const GradebookRow& row) {
  return row.student.id + (row.attempt > 1 ? fmt::format(" (attempt {})", row.attempt) : "");
}

void print_plain(const GradebookRow& row, const BatchState& state, bool unicode) {
  const std::string line = fmt::format("[{}/{}] {} {}: {}", state.done, state.total,
                                       student_label(row), row.grade.lab, grade_words(row));
  std::fprintf(stderr, "%s\n", printable(line, unicode).c_str());
}

void print_summary(const BatchOutcome& outcome, const std::filesystem::path& out) {
  for (const std::string& remark : outcome.remarks) print_line(remark);
  std::set<std::string> students;
  std::size_t open = 0, failing = 0, pending = 0;
  for (const GradebookRow& row : outcome.grades) {
    students.insert(row.student.id);
    const BookedGrade& g = row.grade;
    if (g.open) {
      ++open;
    } else {
      const Points by_hand = points_by_hand(row.comments);
      failing += with_points_by_hand(*g.score, by_hand, *g.max_score) + *g.pending < *g.max_score;
      pending += g.pending->hundredths() > 0;
    }
  }
  print_line(
      fmt::format("{} of {} in {}: {} below full marks, {} with points pending (they need a GPU or "
                  "another run).",
                  many(outcome.grades.size() - open, "grade"), many(students.size(), "student"),
                  duration_words(outcome.seconds), failing, pending));
  if (outcome.given < outcome.grades.size() && outcome.earlier == 0)
    print_line(fmt::format("{} new, {} from earlier.", outcome.given,
                           outcome.grades.size() - outcome.given));
  if (outcome.earlier > 0)
    print_line(fmt::format("{} from earlier{}.", outcome.earlier,
                           outcome.other_grader
                               ? ", some by another build of Warpgrade: --regrade grades "
                                 "all by this one"
                               : ""));
  if (outcome.shared > 0)
    print_line(fmt::format("{} handed in the same files as another: graded once.", outcome.shared));
  if (open > 0) {
    print_line("\nOpen, not the students' fault; --resume retries these:");
    for (const GradebookRow& row : outcome.grades)
      if (row.grade.open)
        print_line(fmt::format("  {} {}: {}", student_label(row), row.grade.lab, row.grade.cause));
  }
  if (outcome.pages > 0)
    print_line(fmt::format("{} of earlier grades updated: lateness or names changed.",
                           many(outcome.pages, "page")));
  if (!outcome.warnings.empty())
    print_line("\n" + outcome.warnings.substr(0, outcome.warnings.size() - 1));
  print_problem_hand_ins(outcome.unusable, outcome.unmatched, outcome.left_out);
  warn_due_date_unused(outcome.without_times);
  if (!outcome.outdated_comments.empty()) {
    print_line(
        "\nOutdated comments and points by hand. `warpgrade comment --remove N` withdraws one; add "
        "those again that still apply:");
    for (const InstructorComment& one : outcome.outdated_comments)
      print_line("  " + comment_line(one) + "\n     " + one.outdated);
  }
  if (!outcome.damaged.empty()) print_line("\n" + outcome.damaged);
  if (outcome.remaining > 0)
    print_line(fmt::format("\nStopped: {} left. Continue with the same command and --resume.",
                           many(outcome.remaining, "grade")));
  print_line(fmt::format("\nThe class: {}\nGrades: {}\nReports: {}\nEverything: {}",
                         (out / "class.html").string(), (out / "grades.csv").string(),
                         (out / "reports").string(), (out / "gradebook.sqlite").string()));
}

/// The id of the latest grade; 0: none.
std::int64_t last_grade(const std::filesystem::path& out) {
  std::error_code error;
  if (!std::filesystem::exists(out / "gradebook.sqlite", error)) return 0;
  const GradeHistory book(out);
  return book.entries().empty() ? 0 : book.entries().back().row.id;
}

void print_changes(const std::filesystem::path& out, std::int64_t boundary) {
  const GradeHistory book(out);
  const GradePairs pairs = pair_around(book.entries(), boundary);
  if (pairs.pairs.empty()) return;
  std::printf("\n");
  print_comparison(compare_grades(pairs, [&](const BookEntry& e) { return book.json(e.row.id); }));
}

}  // namespace

int batch_command(const BatchCommand& command) {
  BatchRequest request = command.request;
  request.program = std::filesystem::read_symlink("/proc/self/exe");
  const bool live = !command.quiet && is_live_terminal(STDERR_FILENO);
  const Style style = detect_style(STDERR_FILENO);
  call_when_interrupted(SlurmExecutor::cancel_all);
  defer_first_interrupt();
  std::signal(SIGPIPE, SIG_IGN);  // keep grading if the reader of a pipe goes away
  const std::int64_t boundary = last_grade(request.out);
  BatchOutcome outcome;
  {
    Progress progress(STDERR_FILENO, live, style);
    BatchEvents events;
    events.should_stop = [] { return stop_requested(); };
    bool announced = false;
    auto last_line = std::chrono::steady_clock::now();
    events.on_state = [&](const BatchState& state) {
      if (live) {
        progress.fraction(static_cast<int>(state.done), static_cast<int>(state.total),
                          state_words(state, stop_requested()));
      } else if (stop_requested() && !announced) {
        announced = true;
        std::fprintf(stderr, "%s\n", state_words(state, true).c_str());
      } else if (!state.queue.empty() &&
                 std::chrono::steady_clock::now() - last_line > std::chrono::minutes(1)) {
        last_line = std::chrono::steady_clock::now();
        std::fprintf(stderr, "%s\n", printable(state.queue, style.unicode).c_str());
      }
    };
    events.on_grade = [&](const GradebookRow& row, const BatchState& state) {
      last_line = std::chrono::steady_clock::now();
      if (!live) print_plain(row, state, style.unicode);
    };
    outcome = run_batch(request, events);
    progress.finish();
  }
  print_summary(outcome, request.out);
  if (boundary > 0) print_changes(request.out, boundary);
  const bool all = outcome.remaining == 0 && outcome.unmatched.empty() &&
                   outcome.unusable.empty() && outcome.damaged.empty() &&
                   std::none_of(outcome.grades.begin(), outcome.grades.end(),
                                [](const GradebookRow& row) { return row.grade.open; });
  return all ? full_marks : points_lost;
}

}  // namespace warpgrade

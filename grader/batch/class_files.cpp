#include "batch/class_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <tuple>

#include "base/atomic_file.h"
#include "base/text.h"
#include "course/due_time.h"
#include "export/absent.h"
#include "export/class_tally.h"
#include "export/grades_csv.h"
#include "report/class_page.h"
#include "report/html.h"
#include "report/html_comments.h"

namespace warpgrade {
namespace {

ClassSummary summary_of_class(const std::filesystem::path& out, const GradeHistory& history,
                              const std::vector<GradebookRow>& grades,
                              const std::vector<Absence>& absent, const CountingRules& rules) {
  ClassSummary summary = summary_of(
      grades, [&](const GradebookRow& row) { return history.json(row.id); },
      [&](const GradebookRow& row) {
        return std::filesystem::exists(out / (row.grade.report + ".html"));
      });
  for (std::size_t i = 0; i < grades.size(); ++i)
    if (const Points cost = late_cost(grades[i], rules); cost > Points{})
      summary.rows[i].late_cost = cost.text();
  for (const auto& [student, lab] : absent) {
    ClassRow& row = summary.rows.emplace_back();
    row.student = student.id;
    row.name = student.name;
    row.section = student.section;
    row.lab = lab;
    row.absent = true;
  }
  const ClassFacts& facts = history.facts();
  const GradingRun run = history.last_run();
  summary.title = facts.title;
  summary.started = run.started;
  summary.seed = run.seed;
  summary.backend = run.backend;
  summary.real = run.real;
  summary.remaining = facts.remaining;
  summary.similar = std::filesystem::exists(out / "similar.html");
  summary.unmatched = facts.unmatched;
  return summary;
}

/// What lateness and points by hand make of it; "" where there is neither.
std::string total_of(const GradebookRow& row, const CountingRules& rules) {
  const bool by_hand =
      std::any_of(row.comments.begin(), row.comments.end(),
                  [](const Comment& comment) { return comment.points.has_value(); });
  if (row.grade.open || !row.grade.score || !row.grade.pending) return "";
  const CountedGrade g = weighed(row, rules);
  const std::string counts = fmt::format("{} of {}", g.points.text(), g.max_points.text());
  if (g.penalty > Points{})
    return fmt::format("{} late: {} points less. {}: {}.", many(g.days_late, "day"),
                       g.penalty.text(), by_hand ? "With that and the points by hand" : "With that",
                       counts);
  return by_hand ? fmt::format("With the points by hand: {}.", counts) : "";
}

std::string page_bytes(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::vector<GradebookRow> grades_of_class(const GradeHistory& history, const CountingRules& rules) {
  std::vector<GradebookRow> grades;
  const std::string& imported = history.facts().imported;
  for (BookEntry& entry : latest_grades(history.entries()))
    if (imported.empty() || entry.seen == imported) grades.push_back(std::move(entry.row));
  for (GradebookRow& row : grades) row.late = lateness_of(row.student, row, rules).days > 0;
  const auto key = [](const GradebookRow& row) {
    return std::tie(row.student.id, row.grade.lab, row.attempt, row.submission);
  };
  std::sort(grades.begin(), grades.end(),
            [&](const GradebookRow& a, const GradebookRow& b) { return key(a) < key(b); });
  return grades;
}

void write_class_files(const std::filesystem::path& out, const GradeHistory& history,
                       const std::vector<GradebookRow>& grades, const CountingRules& rules) {
  // Before all grades are given nobody is known to have handed in nothing.
  const std::vector<Absence> absent = history.facts().remaining > 0
                                          ? std::vector<Absence>{}
                                          : absences(history.facts().roster, grades);
  write_file_atomically(out / "grades.csv", grades_csv(grades, absent, rules));
  write_file_atomically(out / "class.html",
                        class_page(summary_of_class(out, history, grades, absent, rules)));
}

void write_page(const std::filesystem::path& out, const GradebookRow& row,
                const CountingRules& rules, const std::string& page) {
  const auto file = out / (row.grade.report + ".html");
  std::string text = page.empty() ? page_bytes(file) : page;
  if (text.empty()) return;  // it was not graded so far that there is one
  const Whose whose{row.student.name.empty() ? row.student.id : row.student.name, row.attempt,
                    row.submitted_at, with_offset_of(row.submitted_at, row.grade.finished)};
  std::vector<PageComment> comments;
  for (const Comment& c : row.comments)
    comments.push_back(
        {c.file, c.line, c.text, c.points ? signed_text(*c.points) : "", c.author, c.given});
  write_file_atomically(
      file, page_with_comments(page_of(std::move(text), whose), comments, total_of(row, rules)));
}

}  // namespace warpgrade

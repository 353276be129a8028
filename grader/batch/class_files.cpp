#include "batch/class_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <tuple>

#include "base/atomic_file.h"
#include "base/text.h"
#include "class_pages/class_page.h"
#include "course/due_time.h"
#include "export/class_tally.h"
#include "export/grades_csv.h"
#include "export/ungraded.h"
#include "pages/html.h"
#include "pages/html_comments.h"

namespace warpgrade {
namespace {

ClassSummary make_class_summary(const std::filesystem::path& out, const GradeHistory& history,
                                const std::vector<GradebookRow>& grades,
                                const std::vector<Ungraded>& without, const CountingRules& rules) {
  ClassSummary summary = summarize_class(
      grades, [&](const GradebookRow& row) { return history.json(row.id); },
      [&](const GradebookRow& row) {
        return std::filesystem::exists(out / (row.grade.report + ".html"));
      });
  for (std::size_t i = 0; i < grades.size(); ++i)
    if (const Points cost = late_cost(grades[i], rules); cost > Points{})
      summary.rows[i].late_cost = cost.text();
  for (const Ungraded& one : without) {
    ClassRow& row = summary.rows.emplace_back();
    row.student = one.student.id;
    row.name = one.student.name;
    row.section = one.student.section;
    row.lab = one.lab;
    row.unusable = one.unusable;
    row.absent = !one.unusable;
    row.cause = one.why;
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
  for (const UnusableEntry& one : unresolved(history))
    summary.unusable.emplace_back(student_title(one.what.student), unusable_cause(one.what));
  summary.unmatched = facts.unmatched;
  summary.left_out = facts.left_out;
  return summary;
}

/// The student's own due time and late days; or "".
std::string time_note(const CountedGrade& g, const CountingRules& rules) {
  std::string text;
  const Lateness lateness = find_lateness(g.student, g.entry.row, rules);
  if (lateness.extended)
    text =
        fmt::format("Your due time: {}{}.", local_time(*lateness.due),
                    lateness.factor > 1 ? fmt::format(" (time multiplied by {:g})", lateness.factor)
                                        : " (extended)");
  const auto free = rules.free_days.find({g.student.id, g.lab});
  if (free != rules.free_days.end())
    text += fmt::format("{}{}{} left.", text.empty() ? "" : " ",
                        g.free_days > 0 ? many(g.free_days, "late day") + " used, " : "",
                        many(free->second.left, "late day"));
  return text;
}

/// The instructor's decisions, and the points after lateness and points by hand; or "".
std::string points_note(const GradebookRow& row, const CountingRules& rules) {
  const bool by_hand =
      std::any_of(row.comments.begin(), row.comments.end(),
                  [](const Comment& comment) { return comment.points.has_value(); });
  std::string text;
  const auto add = [&](const std::string& words) { text += (text.empty() ? "" : " ") + words; };
  if (!row.taken.empty()) add("Your instructor chose " + row.taken + ".");
  if (row.grade.open || !row.grade.score || !row.grade.pending) return text;
  const CountedGrade g = apply_counting_rules(row, rules);
  if (const std::string time = time_note(g, rules); !time.empty()) add(time);
  const std::string counts = fmt::format("{} of {}", g.points.text(), g.max_points.text());
  if (g.penalty > Points{})
    add(fmt::format("{} late: {} points less. {}: {}.", many(g.days_late - g.free_days, "day"),
                    g.penalty.text(), by_hand ? "With that and the points by hand" : "With that",
                    counts));
  else if (by_hand)
    add(fmt::format("With the points by hand: {}.", counts));
  return text;
}

std::string read_page(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::vector<GradebookRow> class_grades(const GradeHistory& history, const CountingRules& rules) {
  std::vector<BookEntry> entries = grades_that_may_count(history, rules.counts);
  const auto key = [](const BookEntry& e) {
    const GradebookRow& row = e.row;
    return std::tie(row.student.id, row.grade.lab, e.seen, row.attempt, row.submission);
  };
  std::sort(entries.begin(), entries.end(),
            [&](const BookEntry& a, const BookEntry& b) { return key(a) < key(b); });
  std::set<std::string> pages;
  std::vector<GradebookRow> grades(entries.size());
  for (std::size_t i = entries.size(); i > 0; --i) {
    GradebookRow& row = grades[i - 1] = std::move(entries[i - 1].row);
    row.late = find_lateness(row.student, row, rules).days > 0;
    // That page belongs to the later submission that replaced this one.
    if (!pages.insert(row.grade.report).second) row.grade.report.clear();
  }
  return grades;
}

std::vector<Ungraded> ungraded_in_class(const GradeHistory& history,
                                        const std::vector<GradebookRow>& grades) {
  const ClassFacts& facts = history.facts();
  return ungraded(facts.remaining > 0 ? std::vector<Student>{} : facts.roster, history.unusable(),
                  present_in(grades));
}

std::size_t write_class_files(const std::filesystem::path& out, const GradeHistory& history,
                              const std::vector<GradebookRow>& grades, const CountingRules& rules) {
  const std::vector<Ungraded> without = ungraded_in_class(history, grades);
  write_file_atomically(out / "grades.csv", grades_csv(grades, without, rules));
  write_file_atomically(out / "class.html",
                        class_page(make_class_summary(out, history, grades, without, rules)));
  std::size_t pages = 0;
  for (const GradebookRow& row : grades) pages += write_page(out, row, rules);
  return pages;
}

bool write_page(const std::filesystem::path& out, const GradebookRow& row,
                const CountingRules& rules, const std::string& page) {
  if (row.grade.report.empty()) return false;
  const auto file = out / (row.grade.report + ".html");
  const std::string before = read_page(file);
  std::string text = page.empty() ? before : page;
  if (text.empty()) return false;  // grading did not get far enough to write a page
  const PageOwner owner{people_text(row.student), row.attempt, row.submitted_at,
                        with_offset_like(row.submitted_at, row.grade.finished)};
  std::vector<PageComment> comments;
  for (const Comment& c : row.comments)
    comments.push_back(
        {c.file, c.line, c.text, c.points ? signed_text(*c.points) : "", c.author, c.given});
  text = page_with_comments(personalize_page(std::move(text), owner), comments,
                            points_note(row, rules));
  if (text == before) return false;
  write_file_atomically(file, text);
  return true;
}

}  // namespace warpgrade

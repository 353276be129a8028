// `warpgrade compare`, and the end of a regrade: shows which grades changed, and why.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <optional>

#include "base/fault.h"
#include "base/text.h"
#include "cli/output_file.h"
#include "cli_class/commands.h"
#include "report/page.h"

namespace warpgrade {
namespace {

/// `of`: " of 100" if the maximum changed.
std::string grade_text(const BookEntry& entry, const std::string& of) {
  const BookedGrade& g = entry.row.grade;
  if (g.open) return "open";
  return graded_points(entry.row).text() + of +
         (g.pending->hundredths() > 0 ? " (" + g.pending->text() + " pending)" : "");
}

std::string difference_text(const GradeChange& change) {
  const long long h = change.difference().hundredths();
  if (h == 0) return "";
  return (h < 0 ? "-" : "+") + Points::hundredths(h < 0 ? -h : h).text();
}

std::string student_label(const BookEntry& entry) {
  const GradebookRow& row = entry.row;
  std::string text = row.student.id;
  if (!row.student.name.empty()) text += " (" + row.student.name + ")";
  for (const std::string& other : row.student.others) text += " + " + other;
  return text + " " + row.grade.lab +
         (row.attempt > 1 ? fmt::format(", attempt {}", row.attempt) : "");
}

/// ": not gradable: ..." if the student's hand-in in the other gradebook cannot be graded.
std::string why_not_graded(const BookEntry& entry, const GradeHistory* other) {
  if (other == nullptr) return "";
  for (const UnusableEntry& one : other->unusable())
    if (one.what.student.id == entry.row.student.id &&
        std::find(one.what.labs.begin(), one.what.labs.end(), entry.row.grade.lab) !=
            one.what.labs.end())
      return ": not gradable now: " + unusable_cause(one.what);
  return "";
}

void add_change(Page& page, const GradeChange& change) {
  const long long h = change.difference().hundredths();
  const auto &before = change.before.row.grade.max_score, &now = change.now.row.grade.max_score;
  const bool same = before == now || !before || !now;
  const std::string sum =
      fmt::format("{} → {}", grade_text(change.before, same ? "" : " of " + before->text()),
                  grade_text(change.now, same ? "" : " of " + now->text()));
  page.line("  " + page.in(Tone::strong, student_label(change.now)) + "  " + page.safe(sum) + "  " +
            page.in(h < 0   ? Tone::bad
                    : h > 0 ? Tone::good
                            : Tone::plain,
                    difference_text(change)));
  if (change.now.row.grade.open) page.paragraph(4, Tone::open, "", change.now.row.grade.cause);
  for (const TaskChange& t : change.tasks) {
    std::string text =
        t.verdict_before == t.verdict_now
            ? t.verdict_now
            : fmt::format("{} → {}", t.verdict_before.empty() ? "none" : t.verdict_before,
                          t.verdict_now.empty() ? "none" : t.verdict_now);
    if (t.before != t.now) text += fmt::format(", {} → {}", t.before.text(), t.now.text());
    page.paragraph(4, Tone::plain, t.task, ": " + text + (t.why.empty() ? "" : ": " + t.why));
  }
}

}  // namespace

void print_comparison(const GradeComparison& comparison, const GradeHistory* now) {
  Page page(detect_style(STDOUT_FILENO));
  const auto count = [&](auto&& is) {
    return std::count_if(comparison.changes.begin(), comparison.changes.end(), is);
  };
  const auto rose = count([](const GradeChange& c) { return c.difference() > Points{}; });
  const auto fell = count([](const GradeChange& c) { return c.difference() < Points{}; });
  const auto changes = static_cast<long>(comparison.changes.size());
  std::string counts;
  for (const auto& [number, what] :
       {std::pair(fell, "lower"), std::pair(rose, "higher"),
        std::pair(changes - rose - fell, "changed without a change of points"),
        std::pair(static_cast<long>(comparison.pairs) - changes, "unchanged")})
    if (number > 0) counts += fmt::format("{}{} {}", counts.empty() ? ": " : ", ", number, what);
  page.line(many(comparison.pairs, "grade") + " compared with the previous one" + counts + ".");
  if (!comparison.changes.empty()) page.blank();
  for (const GradeChange& change : comparison.changes) add_change(page, change);
  if (!comparison.also.empty()) page.line("\nOther differences:");
  constexpr std::size_t most = 10;
  std::size_t shown = 0;
  for (const auto& [what, times] : comparison.also)
    if (++shown <= most)
      page.paragraph(2, Tone::plain, "", fmt::format("{} ({})", what, many(times, "grade")));
  if (shown > most) page.line(fmt::format("  and {} more", shown - most));
  for (const auto& [heading, entries] : {std::pair("\nOnly before:", &comparison.only_before),
                                         std::pair("\nOnly now:", &comparison.only_now)}) {
    if (entries->empty()) continue;
    page.line(heading);
    for (const BookEntry& entry : *entries)
      page.line("  " + page.safe(student_label(entry) +
                                 why_not_graded(
                                     entry, entries == &comparison.only_before ? now : nullptr)));
  }
  std::fwrite(page.text().data(), 1, page.text().size(), stdout);
}

int compare_command(const CompareCommand& command) {
  require_documents({{"--csv", command.csv}, {"--json", command.json}});
  const GradeHistory book(command.from, 0);
  std::optional<GradeHistory> other;
  GradePairs pairs;
  std::string damaged = book.remark();
  if (!command.with.empty()) {
    other.emplace(command.with, 1);
    damaged += other->remark();
    pairs = pair_books(book.entries(), other->entries());
  } else if (!command.runs.empty()) {
    pairs = pair_runs(book.entries(), command.runs.at(0), command.runs.at(1));
  } else {
    pairs = pair_with_previous(book.entries());
    if (pairs.pairs.empty())
      throw UsageError("Nothing in " + command.from.string() + " was graded twice.",
                       "Regrade with `warpgrade batch --regrade`, or name another gradebook "
                       "with --with.");
  }
  const auto wanted = [&](const BookEntry& e) {
    return command.labs.empty() || std::find(command.labs.begin(), command.labs.end(),
                                             e.row.grade.lab) != command.labs.end();
  };
  pairs.pairs.erase(std::remove_if(pairs.pairs.begin(), pairs.pairs.end(),
                                   [&](const GradePair& pair) { return !wanted(pair.first); }),
                    pairs.pairs.end());
  for (auto* only : {&pairs.only_before, &pairs.only_now})
    only->erase(std::remove_if(only->begin(), only->end(), std::not_fn(wanted)), only->end());
  const GradeComparison comparison = compare_grades(
      pairs, [&](const BookEntry& e) { return (e.book == 0 ? book : *other).json(e.row.id); });
  print_comparison(comparison, other ? &*other : nullptr);
  std::fputs(damaged.c_str(), stderr);
  write_document(command.csv, comparison_csv(comparison));
  write_document(command.json, comparison_json(comparison));
  const bool same = damaged.empty() && comparison.changes.empty() &&
                    comparison.only_before.empty() && comparison.only_now.empty();
  return same ? full_marks : points_lost;
}

}  // namespace warpgrade

#include "batch/class_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "base/atomic_file.h"
#include "base/text.h"
#include "batch/regrade_requests.h"
#include "class_pages/class_page.h"
#include "course/due_time.h"
#include "export/class_tally.h"
#include "export/grades_csv.h"
#include "export/ungraded.h"
#include "import/csv.h"
#include "pages/html.h"
#include "pages/html_comments.h"

namespace warpgrade {
namespace {

std::string read_page(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The first pairs that `warpgrade similar` found (similar/results.h): who, and how much is alike.
std::vector<std::pair<std::string, std::string>> similar_pairs(const std::filesystem::path& file) {
  constexpr std::size_t most = 20;
  std::vector<std::pair<std::string, std::string>> pairs;
  std::map<std::string, std::size_t> columns;
  for (const CsvRow& row : parse_csv(read_page(file), file.string())) {
    if (columns.empty()) {
      for (std::size_t c = 0; c < row.cells.size(); ++c) columns[row.cells[c]] = c;
      continue;
    }
    const auto cell = [&](const std::string& name) {
      const auto column = columns.find(name);
      return column == columns.end() || column->second >= row.cells.size()
                 ? std::string()
                 : row.cells[column->second];
    };
    if (pairs.size() == most) break;
    const auto percent = [&](const std::string& side) {
      return fmt::format("{:.0f} %", 100 * std::strtod(cell("share_" + side).c_str(), nullptr));
    };
    pairs.emplace_back(cell("lab") + ": " + cell("student_a") + " and " + cell("student_b"),
                       cell("kind") == "identical"
                           ? "the same files"
                           : percent("a") + " and " + percent("b") + " alike");
  }
  return pairs;
}

/// "−3"; "ada −3, bob −0" if it is not the same for all members of a team.
void note_lateness(ClassRow& shown, const GradebookRow& row, const CountingRules& rules) {
  std::vector<Student> members = other_members(row.student);
  members.insert(members.begin(), row.student);
  std::set<Points> costs;
  std::string each;
  shown.late = false;
  for (const Student& member : members) {
    shown.late |= find_lateness(member, row, rules).days > 0;
    const Points cost = late_cost(row, member, rules);
    costs.insert(cost);
    each += fmt::format("{}{} −{}", each.empty() ? "" : ", ", member.id, cost.text());
  }
  if (costs.size() > 1)
    shown.late_cost = each;
  else if (*costs.begin() > Points{})
    shown.late_cost = "−" + costs.begin()->text();
}

ClassSummary make_class_summary(const std::filesystem::path& out, const GradeHistory& history,
                                const std::vector<GradebookRow>& grades,
                                const std::vector<Ungraded>& without, const CountingRules& rules) {
  ClassSummary summary = summarize_class(
      grades, [&](const GradebookRow& row) { return history.json(row.id); },
      [&](const GradebookRow& row) {
        return std::filesystem::exists(out / (row.grade.report + ".html"));
      });
  for (std::size_t i = 0; i < grades.size(); ++i) note_lateness(summary.rows[i], grades[i], rules);
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
  summary.copies = similar_pairs(out / "similar.csv");
  for (const UnusableEntry& one : unresolved(history))
    summary.unusable.emplace_back(student_title(one.what.student), unusable_cause(one.what));
  for (const ListedRequest& one : list_requests(history))
    if (one.request.is_open())
      summary.requests.emplace_back(
          fmt::format("{}, {}, {}", one.request.id, one.request.student, one.request.lab),
          one.request.text);
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

/// The instructor's decisions, and a member's points after lateness and points by hand; or "".
std::string points_note(const GradebookRow& row, const Student& member,
                        const CountingRules& rules) {
  const bool by_hand =
      std::any_of(row.comments.begin(), row.comments.end(),
                  [](const Comment& comment) { return comment.points.has_value(); });
  std::string text;
  const auto add = [&](const std::string& words) { text += (text.empty() ? "" : " ") + words; };
  if (!row.taken.empty()) add("Your instructor chose " + row.taken + ".");
  if (row.grade.open || !row.grade.score || !row.grade.pending) return text;
  const CountedGrade g = apply_counting_rules(row, member, rules);
  if (const std::string time = time_note(g, rules); !time.empty()) add(time);
  const std::string counts = fmt::format("{} of {}", g.points.text(), g.max_points.text());
  if (g.penalty > Points{})
    add(fmt::format("{} late: {} points less. {}: {}.", many(g.days_late - g.free_days, "day"),
                    g.penalty.text(), by_hand ? "With that and the points by hand" : "With that",
                    counts));
  else if (by_hand)
    add(fmt::format("With the points by hand: {}.", counts));
  if (const auto until = rules.of(row.grade.lab).requests_until)
    add(fmt::format("You can ask for a regrade until {}: fill in {}.", local_time(*until),
                    request_file(row.grade.lab)));
  return text;
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
    // The page now belongs to the later submission that replaced this one.
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

void update_class_files(const std::filesystem::path& out, const CountingRules& rules) {
  const GradeHistory history(out);
  // A gradebook of an earlier Warpgrade does not list the class; the next batch adds it.
  if (history.facts().imported.empty()) return;
  const CountingRules of_class = rules_for_class(rules, history);
  write_class_files(out, history, class_grades(history, of_class), of_class);
}

std::string page_of_member(std::string page, const GradebookRow& row, const Student& member,
                           const CountingRules& rules) {
  const PageOwner owner{people_text(row.student), row.attempt, row.submitted_at,
                        with_offset_like(row.submitted_at, row.grade.finished)};
  std::vector<PageComment> comments;
  for (const Comment& c : row.comments)
    comments.push_back(
        {c.file, c.line, c.text, c.points ? signed_text(*c.points) : "", c.author, c.given});
  std::vector<PageRequest> requests;
  for (const RegradeRequest& r : row.requests)
    requests.push_back({r.text, r.received, r.answer, r.author, r.answered});
  return page_with_comments(personalize_page(std::move(page), owner), comments, requests,
                            points_note(row, member, rules));
}

bool write_page(const std::filesystem::path& out, const GradebookRow& row,
                const CountingRules& rules, const std::string& page) {
  if (row.grade.report.empty()) return false;
  const auto file = out / (row.grade.report + ".html");
  const std::string before = read_page(file);
  if (page.empty() && before.empty()) return false;  // grading did not get far enough for a page
  const std::string text = page_of_member(page.empty() ? before : page, row, row.student, rules);
  if (text == before) return false;
  write_file_atomically(file, text);
  return true;
}

}  // namespace warpgrade

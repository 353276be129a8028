#include "export/compare_grades.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "base/fault.h"
#include "export/points_json.h"
#include "formats/json_reading.h"
#include "import/csv.h"
#include "score/scaled.h"

namespace warpgrade {
namespace {

/// A task's points and how they were earned.
struct TaskPart {
  std::string verdict;
  Points points, check, efficiency, speed, pending;
  std::size_t right = 0, cases = 0;
  std::string detail;  // detail of the first wrong case

  Points results() const { return points - check - efficiency - speed; }
};

std::map<std::string, TaskPart> parse_tasks(const std::string& json) {
  std::map<std::string, TaskPart> parts;
  if (json.empty()) return parts;
  for (const TaskResult& task : parse_grade(json).tasks) {
    TaskPart& part = parts[task.task];
    part.verdict = name(task.verdict);
    part.points = task.points;
    part.pending = task.pending;
    part.check = task.check.points;
    for (const EfficiencyResult& e : task.efficiency) part.efficiency += e.points;
    for (const PerformanceResult& p : task.performance) part.speed += p.points;
    part.detail = describe(task.detail);
    for (const CaseResult& c : task.cases) {
      ++part.cases;
      const bool right = c.verdict == Verdict::ok;
      part.right += right;
      if (!right && part.detail.empty()) part.detail = c.name + ": " + describe(c.detail);
    }
  }
  return parts;
}

std::string changed(const std::string& what, const std::string& before, const std::string& now) {
  return fmt::format("{} {} → {}", what, before.empty() ? "none" : before,
                     now.empty() ? "none" : now);
}

std::string why_changed(const TaskPart& before, const TaskPart& now) {
  std::string text;
  const auto add = [&](const std::string& words) { text += (text.empty() ? "" : "; ") + words; };
  const auto part = [&](const char* name, Points was, Points is, const std::string& more = "") {
    if (was != is) add(changed(name, was.text(), is.text()) + more);
  };
  const bool cases = before.right != now.right || before.cases != now.cases;
  part("results", before.results(), now.results(),
       cases ? fmt::format(" ({} of {} cases right, {} of {} before)", now.right, now.cases,
                           before.right, before.cases)
             : "");
  part("clean check", before.check, now.check);
  part("efficiency", before.efficiency, now.efficiency);
  part("speed", before.speed, now.speed);
  part("pending", before.pending, now.pending);
  if (before.verdict != now.verdict && !now.detail.empty()) add(now.detail);
  return text;
}

std::vector<TaskChange> task_changes(const std::string& json_before, const std::string& json_now) {
  auto before = parse_tasks(json_before), now = parse_tasks(json_now);
  std::set<std::string> names;
  for (const auto& [name, part] : before) names.insert(name);
  for (const auto& [name, part] : now) names.insert(name);
  std::vector<TaskChange> changes;
  for (const std::string& name : names) {
    const TaskPart &was = before[name], &is = now[name];
    const std::string why = why_changed(was, is);
    if (was.verdict == is.verdict && why.empty()) continue;
    changes.push_back({name, was.verdict, is.verdict, was.points, is.points, why});
  }
  return changes;
}

std::vector<std::string> other_differences(const BookEntry& before, const BookEntry& now) {
  std::vector<std::string> also;
  const BookedGrade &a = before.row.grade, &b = now.row.grade;
  const auto add = [&](const std::string& what, const std::string& was, const std::string& is) {
    if (was != is) also.push_back(changed(what, was, is));
  };
  const auto build = [](const BookedGrade& g) {
    return g.grader + " (" + g.grader_hash.substr(0, 8) + ")";
  };
  add("Warpgrade", build(a), build(b));
  add("seed", std::to_string(a.seed), std::to_string(b.seed));
  add("machine", a.machine, b.machine);
  add("settings", before.options, now.options);
  add("backend", a.backend, b.backend);
  add("number type", a.real, b.real);
  if (a.max_score && b.max_score) add("maximum points", a.max_score->text(), b.max_score->text());
  add("files", before.row.content.substr(0, 8), now.row.content.substr(0, 8));
  return also;
}

bool is_same(const BookEntry& before, const BookEntry& now) {
  const BookedGrade &a = before.row.grade, &b = now.row.grade;
  return a.open == b.open && (a.open || (graded_points(before.row) == graded_points(now.row) &&
                                         a.pending == b.pending && a.max_score == b.max_score &&
                                         a.verdicts == b.verdicts));
}

using SubmissionAndLab = std::tuple<std::size_t, std::int64_t, std::string>;

SubmissionAndLab submission_and_lab(const BookEntry& e) {
  return {e.book, e.row.submission, e.row.grade.lab};
}

/// The last grade of the submission that this one replaced: an earlier hand-in with the same
/// number, or with the number before. Null: none.
const BookEntry* find_replaced(const BookEntry& now, const std::vector<BookEntry>& entries) {
  const BookEntry* before = nullptr;
  for (const BookEntry& e : entries) {
    const bool earlier =
        e.row.attempt < now.row.attempt || (e.row.attempt == now.row.attempt && e.seen < now.seen);
    if (!earlier || e.book != now.book || e.row.student.id != now.row.student.id ||
        e.row.grade.lab != now.row.grade.lab || e.row.submission == now.row.submission)
      continue;
    if (before == nullptr || before->row.attempt <= e.row.attempt) before = &e;
  }
  return before;
}

/// Pairs the entries of two maps by their keys.
template <class Key>
GradePairs paired(const std::map<Key, BookEntry>& before, const std::map<Key, BookEntry>& now) {
  GradePairs all;
  for (const auto& [key, entry] : before) {
    const auto found = now.find(key);
    if (found == now.end()) {
      all.only_before.push_back(entry);
    } else {
      all.pairs.emplace_back(entry, found->second);
    }
  }
  for (const auto& [key, entry] : now)
    if (before.count(key) == 0) all.only_now.push_back(entry);
  return all;
}

std::string points_text(const GradebookRow& row) {
  return row.grade.open ? "" : graded_points(row).text();
}

}  // namespace

Points GradeChange::difference() const {
  const BookedGrade &a = before.row.grade, &b = now.row.grade;
  if (a.open || b.open) return {};
  const Points was = graded_points(before.row), is = graded_points(now.row);
  return is - (a.max_score == b.max_score ? was : scaled(was, *a.max_score, *b.max_score));
}

GradePairs pair_with_previous(const std::vector<BookEntry>& entries) {
  std::map<SubmissionAndLab, std::vector<const BookEntry*>> of;
  for (const BookEntry& e : entries) of[submission_and_lab(e)].push_back(&e);
  GradePairs all;
  for (const BookEntry& now : latest_grades(entries)) {
    const auto& grades = of.at(submission_and_lab(now));
    const BookEntry* const before =
        grades.size() > 1 ? grades[grades.size() - 2] : find_replaced(now, entries);
    if (before != nullptr) all.pairs.emplace_back(*before, now);
  }
  return all;
}

GradePairs pair_around(const std::vector<BookEntry>& entries, std::int64_t boundary) {
  std::map<SubmissionAndLab, BookEntry> before, now;
  std::vector<BookEntry> earlier;
  for (const BookEntry& e : entries) {
    (e.row.id <= boundary ? before : now).insert_or_assign(submission_and_lab(e), e);
    if (e.row.id <= boundary) earlier.push_back(e);
  }
  GradePairs all = paired(before, now);
  all.only_before.clear();
  std::vector<BookEntry> first;
  for (BookEntry& entry : all.only_now) {
    if (const BookEntry* const replaced = find_replaced(entry, earlier))
      all.pairs.emplace_back(*replaced, std::move(entry));
    else
      first.push_back(std::move(entry));
  }
  all.only_now = std::move(first);
  return all;
}

GradePairs pair_runs(const std::vector<BookEntry>& entries, std::int64_t before, std::int64_t now) {
  std::map<SubmissionAndLab, BookEntry> a, b;
  for (const BookEntry& e : entries) {
    if (e.run == before) a.insert_or_assign(submission_and_lab(e), e);
    if (e.run == now) b.insert_or_assign(submission_and_lab(e), e);
  }
  for (const auto& [run, found] : {std::pair(before, !a.empty()), std::pair(now, !b.empty())}) {
    if (!found)
      throw UsageError(fmt::format("The gradebook contains no grade of run {}.", run),
                       "Runs are numbered from 1; each full regrade is a new run.");
  }
  return paired(a, b);
}

GradePairs pair_books(const std::vector<BookEntry>& before, const std::vector<BookEntry>& now) {
  using Key = std::tuple<std::string, std::string, int>;
  std::map<Key, BookEntry> a, b;
  for (const auto& [from, to] : {std::pair(&before, &a), std::pair(&now, &b)})
    for (const BookEntry& e : latest_grades(*from))
      to->insert_or_assign(Key{e.row.student.id, e.row.grade.lab, e.row.attempt}, e);
  return paired(a, b);
}

GradeComparison compare_grades(const GradePairs& pairs, const JsonOf& load_json) {
  GradeComparison comparison;
  comparison.pairs = pairs.pairs.size();
  comparison.only_before = pairs.only_before;
  comparison.only_now = pairs.only_now;
  for (const auto& [before, now] : pairs.pairs) {
    std::vector<std::string> also = other_differences(before, now);
    for (const std::string& what : also) ++comparison.also[what];
    if (is_same(before, now)) continue;
    GradeChange change{before, now, {}, std::move(also)};
    if (!before.row.grade.open && !now.row.grade.open)
      change.tasks = task_changes(load_json(before), load_json(now));
    comparison.changes.push_back(std::move(change));
  }
  std::stable_sort(
      comparison.changes.begin(), comparison.changes.end(),
      [](const GradeChange& a, const GradeChange& b) { return a.difference() < b.difference(); });
  return comparison;
}

std::string comparison_csv(const GradeComparison& comparison) {
  std::string text = csv_line({"student", "name", "lab", "attempt", "before", "now", "change",
                               "pending_before", "pending_now", "state_before", "state_now",
                               "tasks", "also", "max_before", "max_now"});
  for (const GradeChange& change : comparison.changes) {
    const GradebookRow &a = change.before.row, &b = change.now.row;
    const auto pending = [](const BookedGrade& g) { return g.open ? "" : g.pending->text(); };
    const auto most = [](const BookedGrade& g) { return g.max_score ? g.max_score->text() : ""; };
    const auto state = [](const BookedGrade& g) { return g.open ? "open" : "graded"; };
    std::string tasks, also;
    for (const TaskChange& t : change.tasks)
      tasks += fmt::format("{}{}: {} {} → {} {}{}", tasks.empty() ? "" : "\n", t.task,
                           t.verdict_before, t.before.text(), t.verdict_now, t.now.text(),
                           t.why.empty() ? "" : ": " + t.why);
    for (const std::string& what : change.also) also += (also.empty() ? "" : "; ") + what;
    const bool both = !a.grade.open && !b.grade.open;
    text += csv_line({b.student.id, b.student.name, b.grade.lab, std::to_string(b.attempt),
                      points_text(a), points_text(b), both ? signed_text(change.difference()) : "",
                      pending(a.grade), pending(b.grade), state(a.grade), state(b.grade), tasks,
                      also, most(a.grade), most(b.grade)});
  }
  return text;
}

std::string comparison_json(const GradeComparison& comparison) {
  using Json = nlohmann::ordered_json;
  const auto points = [](const std::optional<Points>& p) {
    return p ? points_json(*p) : Json(nullptr);
  };
  const auto grade = [&](const BookEntry& e) {
    const BookedGrade& g = e.row.grade;
    return Json{{"run", e.run},
                {"state", g.open ? "open" : "graded"},
                {"cause", g.cause},
                {"score", g.open ? Json(nullptr) : points_json(graded_points(e.row))},
                {"pending", points(g.open ? std::nullopt : g.pending)},
                {"max_score", points(g.max_score)},
                {"grader", g.grader},
                {"grader_hash", g.grader_hash},
                {"seed", g.seed},
                {"machine", g.machine},
                {"backend", g.backend},
                {"real", g.real},
                {"content", e.row.content},
                {"finished", g.finished}};
  };
  Json changes = Json::array();
  for (const GradeChange& change : comparison.changes) {
    Json tasks = Json::array();
    for (const TaskChange& t : change.tasks)
      tasks.push_back(
          {{"task", t.task},
           {"before", {{"verdict", t.verdict_before}, {"points", points_json(t.before)}}},
           {"now", {{"verdict", t.verdict_now}, {"points", points_json(t.now)}}},
           {"why", t.why}});
    const GradebookRow& row = change.now.row;
    const bool both = !change.before.row.grade.open && !row.grade.open;
    changes.push_back({{"student", row.student.id},
                       {"name", row.student.name},
                       {"others", row.student.others},
                       {"lab", row.grade.lab},
                       {"attempt", row.attempt},
                       {"change", both ? points_json(change.difference()) : Json(nullptr)},
                       {"before", grade(change.before)},
                       {"now", grade(change.now)},
                       {"tasks", std::move(tasks)},
                       {"also", change.also}});
  }
  const auto named = [](const std::vector<BookEntry>& entries) {
    Json list = Json::array();
    for (const BookEntry& e : entries)
      list.push_back(
          {{"student", e.row.student.id}, {"lab", e.row.grade.lab}, {"attempt", e.row.attempt}});
    return list;
  };
  const Json all = {{"schema", 1},
                    {"compared", comparison.pairs},
                    {"changes", std::move(changes)},
                    {"also", comparison.also},
                    {"only_before", named(comparison.only_before)},
                    {"only_now", named(comparison.only_now)}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace warpgrade

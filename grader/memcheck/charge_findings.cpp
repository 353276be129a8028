#include "memcheck/charge_findings.h"

#include <algorithm>

#include "findings/finding_kind.h"

namespace warpgrade {
namespace {

// The share of points for results that a task keeps whose values are right by chance. The CPU
// engine runs the threads of a block in order, so those of a race usually are.
constexpr double share_with_race = 0.25;

bool is_race(const Finding& finding) {
  const FindingKind* kind = finding_kind(finding.kind);
  return kind != nullptr && kind->in_kernel == Verdict::race;
}

/// A store where no array is: what it overwrites is chance. And where it does no harm, what several
/// threads store there in no order is a race, which the check does not look for in such places.
bool is_lucky_store_outside(const TaskResult& task, const Finding& finding) {
  if (finding.kind != "out-of-bounds" && finding.kind != "use-after-free") return false;
  // Wrong cases have lost their points.
  const bool only_in_wrong_cases =
      !finding.cases.empty() && std::none_of(task.cases.begin(), task.cases.end(), [&](auto& c) {
        return c.verdict == Verdict::ok &&
               std::find(finding.cases.begin(), finding.cases.end(), c.name) != finding.cases.end();
      });
  return stores(finding.cause) && !only_in_wrong_cases;
}

/// The check ends the kernel there, before the race of what the atomic should have guarded.
bool hides_a_race(const Finding& finding) { return finding.cause.id == "atomic.own-copy"; }

bool is_charged(OnFinding rule, const TaskResult& task, const Finding& finding) {
  if (finding.level != "error" || rule == OnFinding::check_points) return false;
  return rule == OnFinding::fail || is_race(finding) || hides_a_race(finding) ||
         is_lucky_store_outside(task, finding);
}

}  // namespace

void charge_findings(OnFinding rule, const TaskPoints& results, TaskResult& task) {
  task.on_finding = rule;
  if (std::none_of(task.findings.begin(), task.findings.end(),
                   [&](const Finding& finding) { return is_charged(rule, task, finding); }))
    return;
  const Points before = task.points + task.pending;
  const Points all = results.earned + results.pending + results.lost;
  const Points most = rule == OnFinding::fail ? Points{} : share_of_points(all, share_with_race);
  const Points earned = std::min(results.earned, most);
  task.points = task.points - results.earned + earned;
  task.pending = task.pending - results.pending + std::min(results.pending, most - earned);
  for (EfficiencyResult& e : task.efficiency) {
    if (is_students_fault(e.verdict)) continue;
    task.points = task.points - e.points;
    if (is_open(e.verdict)) task.pending = task.pending - e.max_points;
    e.points = {};
    e.verdict = task.check.verdict;
    e.detail = {because("check.charged")};
  }
  for (PerformanceResult& p : task.performance) {
    if (is_students_fault(p.verdict)) continue;
    task.points = task.points - p.points;
    task.pending = task.pending - p.pending;
    p.points = p.pending = {};
    p.verdict = task.check.verdict;
    p.detail = {because("check.charged")};
  }
  if (task.points + task.pending == before) return;
  const auto any = [&](bool (*is)(const Finding&)) {
    return std::any_of(task.findings.begin(), task.findings.end(),
                       [&](const Finding& f) { return f.level == "error" && is(f); });
  };
  const char* const limit = any(is_race)        ? "points.race-limit"
                            : any(hides_a_race) ? "points.own-copy-limit"
                                                : "points.store-limit";
  task.charged = {rule == OnFinding::fail
                      ? because("points.failed", {{"most", task.max_points.text()}})
                      : because(limit, {{"kept", most.text()}, {"most", all.text()}})};
}

}  // namespace warpgrade

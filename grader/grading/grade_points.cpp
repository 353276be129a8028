#include "grading/grade_points.h"

#include <algorithm>
#include <string>
#include <vector>

#include "diagnosis/advice.h"
#include "grading/reproduce.h"
#include "memcheck/charge_findings.h"
#include "memcheck/resolve_check.h"
#include "score/task_points.h"
#include "speed/baseline.h"

namespace warpgrade {
namespace {

TaskPoints score_correctness(const GradeSetting& setting, const Task& task,
                             const std::vector<bool>& has_work, Points total, TaskResult& result) {
  std::vector<CaseOutcome> outcomes;
  Verdict values = Verdict::ok;
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    CaseResult& c = result.cases[i];
    outcomes.push_back({task.cases[i].weight, c.verdict, has_work[i]});
    values = worse(values, c.verdict);
    if (is_students_fault(c.verdict) && !has(c.detail, "case.not-run"))
      c.reproduce = command_for_case(setting.request, task, c.name, setting.exercise.seed,
                                     std::string(name(setting.backend)));
  }
  const bool any_work = std::find(has_work.begin(), has_work.end(), true) != has_work.end();
  // A single edge case (--case) says nothing about points.
  return any_work || setting.request.cases.empty() ? correctness_points(total, outcomes)
                                                   : points_for_verdict(total, values);
}

Causes why_not_measured(const GradeSetting& setting, const Task& task, const Performance& p) {
  const std::string missing = why_missing(setting.request.root, setting.lab.name, p);
  if (!missing.empty()) return {because("speed.no-baseline", {{"text", missing}})};
  if (setting.backend == Backend::cpu) return {because("speed.on-gpu")};
  if (!setting.request.speed) return {because("speed.left-out")};
  if (setting.backend_for(task) != setting.backend)
    return {because("speed.on-more-gpus", {{"count", task.devices}})};
  return {because("speed.results-missing")};
}

/// Points for speed: lost with wrong values, else open until measured.
void resolve_performance(const GradeSetting& setting, const Task& task, TaskResult& result) {
  Verdict values = result.cases.empty() ? result.verdict : Verdict::ok;
  for (const CaseResult& c : result.cases) values = worse(values, c.verdict);
  for (std::size_t i = 0; i < result.performance.size(); ++i) {
    PerformanceResult& p = result.performance[i];
    if (is_students_fault(values)) {
      p.verdict = values;
      p.detail = {because("speed.not-right")};
      continue;
    }
    if (!p.ran) {
      p.verdict = Verdict::pending;
      p.pending = p.max_points;
      if (p.detail.empty()) p.detail = why_not_measured(setting, task, task.performance[i]);
    }
    result.points += p.points;
    result.pending += p.pending;
  }
}

}  // namespace

void assign_points(const GradeSetting& setting, const Builds& builds, TaskState& state) {
  auto& [task, result, ran] = state;
  if (setting.request.check_only) return;
  const Points correctness = Points::hundredths(task.points_hundredths);
  TaskPoints points;
  if (!ran.started) {
    points = points_for_verdict(correctness, result.verdict);
    result.check.verdict = result.verdict;
    result.check.detail =
        is_open(result.verdict) ? Causes{because("check.not-for-engine")} : result.detail;
  } else {
    points = score_correctness(setting, task, ran.has_work, correctness, result);
    result.resources = launched_resources(builds, ran, result.metrics);
  }
  result.points = points.earned;
  result.pending = points.pending;
  resolve_check(result);
  name_worst_traffic(result);
  resolve_performance(setting, task, result);
  charge_findings(setting.request.on_finding.value_or(task.on_finding), points, result);
}

}  // namespace warpgrade

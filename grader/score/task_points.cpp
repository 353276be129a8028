#include "score/task_points.h"

#include <algorithm>
#include <cstddef>

#include "base/fault.h"

namespace warpgrade {
namespace {

Points& part_for(TaskPoints& points, Verdict verdict) {
  if (verdict == Verdict::ok) return points.earned;
  return is_open(verdict) ? points.pending : points.lost;
}

}  // namespace

TaskPoints correctness_points(Points total, const std::vector<CaseOutcome>& cases) {
  if (total == Points{}) return {};

  const auto with_work = [&](auto holds) {
    return std::any_of(cases.begin(), cases.end(),
                       [&](const CaseOutcome& c) { return c.has_work && holds(c.verdict); });
  };
  if (!with_work([](Verdict) { return true; }))
    throw GraderError("a task is worth " + total.text() + " points, but no case of it has any work",
                      "Add a case with sizes above 0 to the task in the lab's lab.json.");
  const bool work_passed = with_work([](Verdict verdict) { return verdict == Verdict::ok; });
  const bool work_open = with_work([](Verdict verdict) { return is_open(verdict); });

  std::vector<double> weights;
  weights.reserve(cases.size());
  for (const CaseOutcome& c : cases) weights.push_back(c.weight);
  const std::vector<Points> parts = split(total, weights);

  TaskPoints points;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Verdict verdict = cases[i].verdict;
    // Edge cases without a passed or open case with work cannot earn anything.
    if (!work_passed && !is_students_fault(verdict))
      verdict = work_open ? Verdict::pending : Verdict::wrong;
    part_for(points, verdict) += parts[i];
  }
  return points;
}

TaskPoints points_for_verdict(Points total, Verdict verdict) {
  TaskPoints points;
  part_for(points, verdict) = total;
  return points;
}

}  // namespace warpgrade

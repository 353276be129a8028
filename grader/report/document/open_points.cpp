#include "report/document/open_points.h"

#include <algorithm>
#include <vector>

#include "report/document/case_groups.h"
#include "report/document/task_status.h"

namespace warpgrade {
namespace {

// Points that are pending for one reason, over all tasks.
struct Open {
  Verdict verdict;
  Causes reason;
  Points points;
  std::vector<std::string> tasks;
  bool gpu = false;  // a GPU would decide them
};

void add(std::vector<Open>& all, Verdict verdict, const Causes& reason, Points points,
         const std::string& task, bool gpu) {
  auto found = std::find_if(all.begin(), all.end(), [&](const Open& open) {
    return open.verdict == verdict && open.reason == reason && open.gpu == gpu;
  });
  if (found == all.end()) found = all.insert(all.end(), Open{verdict, reason, {}, {}, gpu});
  found->points += points;
  if (found->tasks.empty() || found->tasks.back() != task) found->tasks.push_back(task);
}

/// Points for a clean check and for efficiency. The check always runs on the CPU.
Points open_check_points(const TaskResult& task) {
  Points points;
  if (is_open(task.check.verdict)) points += task.check.max_points;
  for (const EfficiencyResult& e : task.efficiency)
    if (is_open(e.verdict)) points += e.max_points;
  return points;
}

std::vector<Open> opens(const GradeResult& grade) {
  std::vector<Open> all;
  const bool cpu = grade.backend == "cpu";
  for (const TaskResult& task : grade.tasks) {
    Points left = task.pending;
    for (const PerformanceResult& speed : task.performance) {
      if (!is_open(speed.verdict)) continue;
      const Points points = std::min(speed.pending, left);
      // Speed is always pending on a CPU, and the sentence below says so. But if the baseline is
      // missing, no GPU helps.
      const bool plain =
          cpu && speed.verdict == Verdict::pending && !has(speed.detail, "speed.no-baseline");
      add(all, speed.verdict, plain ? Causes{} : speed.detail, points, task.task, plain);
      left = left - points;
    }
    const Points check = std::min(open_check_points(task), left);
    // A partial check is reported even if no points depend on it.
    if (check > Points{} || (is_open(task.check.verdict) && !task.check.cases.empty()))
      add(all, task.check.verdict, task.check.detail, check, task.task, false);
    left = left - check;
    const auto open_case = std::find_if(task.cases.begin(), task.cases.end(),
                                        [](const CaseResult& c) { return is_open(c.verdict); });
    // The remaining pending points belong to the cases; the first pending one represents them all.
    if (is_open(task.verdict) && !task.detail.empty())
      add(all, task.verdict, task.detail, left, task.task, cpu);
    else if (open_case != task.cases.end())
      add(all, open_case->verdict, open_case->detail, left, task.task, cpu);
    else if (is_open(task.verdict) || left > Points{})
      add(all, is_open(task.verdict) ? task.verdict : Verdict::pending, {}, left, task.task, cpu);
  }
  return all;
}

std::string sentence(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  if (!text.empty() && text.back() != '.' && text.back() != '!' && text.back() != '?') text += '.';
  return text;
}

std::string list_tasks(const Open& open) { return listed(open.tasks, 4); }

// "20 points stay open (matmul_tiled)".
std::string stays_open(const Open& open) {
  if (open.points == Points{}) return "The check stays open (" + list_tasks(open) + ")";
  const bool one = open.points == Points::hundredths(100);
  return points_in_words(open.points) + (one ? " stays" : " stay") + " open (" + list_tasks(open) +
         ")";
}

// Adds one sentence for everything that needs a GPU, then other reasons than "no GPU".
void add_gpu(std::vector<Remark>& remarks, const GradeResult& grade, const std::vector<Open>& all) {
  Points points;
  for (const Open& open : all)
    if (open.verdict == Verdict::pending && open.gpu) points += open.points;
  const bool one = points == Points::hundredths(100), none = points == Points{};
  remarks.push_back({Tone::open,
                     (none ? std::string("Some checks") : points_in_words(points)) +
                         (one ? " needs" : " need") + " a GPU",
                     has_gpu(grade) ? ": run it again on the cuda backend."
                                    : ": run the same command on a machine with one."});
  for (const Open& open : all)
    if (open.verdict == Verdict::pending && open.gpu && !open.reason.empty())
      remarks.push_back(
          {Tone::plain, list_tasks(open), ": " + sentence(describe(open.reason)), true});
}

}  // namespace

bool needs_gpu(const GradeResult& grade) {
  const std::vector<Open> all = opens(grade);
  return std::any_of(all.begin(), all.end(),
                     [](const Open& open) { return open.verdict == Verdict::pending && open.gpu; });
}

bool waits_for_more(const GradeResult& grade) {
  const std::vector<Open> all = opens(grade);
  return std::any_of(all.begin(), all.end(), [](const Open& open) {
    return open.verdict == Verdict::pending && !open.gpu;
  });
}

bool has_gpu(const GradeResult& grade) {
  const auto gpu = grade.environment.find("gpu");
  return gpu != grade.environment.end() && !gpu->second.empty();
}

bool has_open(const GradeResult& grade, Verdict verdict) {
  const std::vector<Open> all = opens(grade);
  return std::any_of(all.begin(), all.end(),
                     [=](const Open& open) { return open.verdict == verdict; });
}

std::vector<Remark> open_points(const GradeResult& grade) {
  const std::vector<Open> all = opens(grade);
  std::vector<Remark> remarks;
  if (needs_gpu(grade)) add_gpu(remarks, grade, all);
  for (const Open& open : all) {
    const std::string reason = sentence(describe(open.reason));
    const std::string because = reason.empty() ? "." : ": " + reason;
    switch (open.verdict) {
      case Verdict::pending:
        if (!open.gpu) remarks.push_back({Tone::open, stays_open(open), because});
        break;
      case Verdict::inconclusive:
        remarks.push_back(
            {Tone::open, stays_open(open), ": the timings were too noisy to decide" + because});
        break;
      default:
        remarks.push_back({Tone::grader_error, "The grader or the machine failed, not your code:",
                           " " + (reason.empty() ? "the grader failed." : reason) +
                               (open.points == Points{} ? "" : " " + stays_open(open) + ".")});
    }
  }
  if (grade.environment.count("baselines") != 0)
    remarks.push_back({Tone::plain, "Speed", " was measured here; your course's grade decides."});
  return remarks;
}

}  // namespace warpgrade

#include "grading/survivors.h"

#include <algorithm>
#include <atomic>
#include <functional>

#include "base/parallel_for.h"
#include "base/words.h"
#include "grading/build_proposals.h"
#include "grading/grade_builds.h"
#include "grading/grade_setting.h"
#include "memcheck/check_task.h"
#include "process/worker_settings.h"

namespace warpgrade {
namespace {

bool is_clean(const CheckOutcome& outcome) {
  const auto& findings = outcome.summary.findings;
  return !outcome.stopped.known() && outcome.broken_off.empty() &&
         std::none_of(findings.begin(), findings.end(),
                      [](const Finding& f) { return f.level == "error"; }) &&
         std::all_of(outcome.cases.begin(), outcome.cases.end(),
                     [](const CheckedCase& c) { return c.found.verdict == Verdict::ok; });
}

/// The task with the cases that ran, quickest first: most mutants fail in any case.
Task with_quick_cases(const Task& task, const CheckOutcome& outcome) {
  std::vector<CheckedCase> ran = outcome.cases;
  std::stable_sort(ran.begin(), ran.end(), [](const CheckedCase& a, const CheckedCase& b) {
    return a.seconds < b.seconds;
  });
  Task quick = task;
  quick.cases.clear();
  for (const CheckedCase& c : ran) quick.cases.push_back(task.cases[c.index]);
  return quick;
}

/// The mutants of one task.
class Mutants {
 public:
  Mutants(const GradeSetting& setting, const ConstantBuilds& builds, const Task& task)
      : setting_(setting), builds_(builds), task_(task) {}

  TaskMutants run() {
    TaskMutants result;
    result.task = task_.entry;
    const TaskRun whole =
        task_run(task_, builds_, settings_for_check(setting_.request, setting_.lab, false, 1));
    const CheckOutcome right = check_cases(whole);
    if (right.cases.empty() || !is_clean(right)) {
      result.trouble = right.cases.empty() ? "no case is small enough for the check"
                                           : "the solution is wrong in some case, or not clean";
      return result;
    }
    const RemedyPlan plan{
        .machine = setting_.machine.in(std::filesystem::path("mutants") / task_.entry),
        .submission = setting_.request.submission,
        .seconds = 0,
        .on_trouble = {}};
    Toolchain toolchain(plan.machine.root, plan.machine.work, plan.machine.sandbox);
    const auto built = build_proposals(whole, {}, plan, toolchain, Origin::mutants);
    if (!built) {
      result.trouble = "no mutant could be built";
      return result;
    }
    const Task quick = with_quick_cases(task_, right);
    double longest = 0;
    for (const CheckedCase& c : right.cases) longest = std::max(longest, c.seconds);
    std::vector<const remedy::Proposal*> mutants;
    for (const remedy::Proposal& each : built->proposals)
      if (!each.insertions.empty()) mutants.push_back(&each);
    std::vector<char> survives(mutants.size());
    std::atomic<int> done{0};
    std::vector<std::function<void()>> jobs;
    for (std::size_t m = 0; m < mutants.size(); ++m)
      jobs.emplace_back([&, m] {
        survives[m] = passes(quick, built->builds, mutants[m]->number, 1 + 10 * longest);
        setting_.progress("mutants of " + task_.entry, ++done, static_cast<int>(mutants.size()));
      });
    compute_all(jobs);
    result.made = static_cast<int>(mutants.size());
    for (std::size_t m = 0; m < mutants.size(); ++m)
      if (survives[m] != 0) result.survivors.push_back(mutants[m]->remedy);
    return result;
  }

 private:
  /// Without a witness: no verdict on a mutant needs one.
  TaskRun task_run(const Task& task, const ConstantBuilds& builds, Worker::Settings worker) const {
    return {.exercise = setting_.exercise,
            .task = task,
            .sandbox = setting_.sandbox,
            .toolchain = setting_.toolchain,
            .builds = builds,
            .worker = std::move(worker),
            .generated = setting_.generated.get()};
  }

  /// Runs one case after the other until one fails.
  bool passes(const Task& quick, const ConstantBuilds& builds, int number, double cpu_seconds) {
    Worker::Settings worker = settings_for_check(setting_.request, setting_.lab, false, 1);
    worker.environment["SIMT_REMEDIES"] = std::to_string(number);
    worker.limits.cpu_seconds = std::min(worker.limits.cpu_seconds, cpu_seconds);
    worker.limits.wall_seconds = 3 * worker.limits.cpu_seconds;  // threads may wait for each other
    constexpr std::size_t at_first = 3;
    Task some = quick;
    for (std::size_t from = 0; from < quick.cases.size();) {
      const std::size_t to =
          from == 0 ? std::min(at_first, quick.cases.size()) : quick.cases.size();
      some.cases.assign(quick.cases.begin() + static_cast<std::ptrdiff_t>(from),
                        quick.cases.begin() + static_cast<std::ptrdiff_t>(to));
      if (!is_clean(check_cases(task_run(some, builds, worker)))) return false;
      from = to;
    }
    return true;
  }

  const GradeSetting& setting_;
  const ConstantBuilds& builds_;
  const Task& task_;
};

}  // namespace

std::vector<TaskMutants> try_mutants(const GradeRequest& request, const Sandbox& sandbox,
                                     const OnProgress& progress) {
  const GradeSetting setting(request, sandbox, progress, nullptr);
  PhaseSeconds phases;
  const Built built = build_for_grade(setting, false, phases);
  std::vector<TaskMutants> all;
  for (const Task& task : setting.lab.tasks)
    all.push_back(Mutants(setting, built.builds.check, task).run());
  return all;
}

}  // namespace warpgrade

#include "grading/grade_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "base/parallel_for.h"
#include "base/utf8.h"
#include "diagnosis/advice.h"
#include "diagnosis/endless_loop.h"
#include "diagnosis/hypotheses.h"
#include "diagnosis/occupancy.h"
#include "grading/reproduce.h"
#include "memcheck/resolve_check.h"
#include "process/worker_settings.h"

namespace warpgrade {
namespace {

/// Why a task that ran is not checked.
Causes why_unchecked(const GradeSetting& setting, const Build& build) {
  if (!setting.request.check) return {because("check.left-out")};
  if (build.verdict == Verdict::pending) {
    if (build.findings.empty()) return {because("check.not-supported")};
    const Finding& first = build.findings.front();
    return {
        because("check.not-supported", {{"what", first.cause.fact("what")},
                                        {"place", fmt::format("{}:{}", first.file, first.line)}})};
  }
  if (build.verdict != Verdict::ok) return {because("check.not-built")};
  return {};
}

/// Whether the student has not written anything yet.
bool is_untouched(const TaskResult& result, const std::vector<bool>& has_work) {
  bool any = false;
  for (std::size_t i = 0; i < has_work.size(); ++i) {
    if (!has_work[i]) continue;
    if (!result.cases[i].untouched) return false;
    any = true;
  }
  return any;
}

/// Seconds of the longest call, without the check.
double longest_call(const TaskResult& result) {
  double seconds = 0;
  for (const CaseResult& c : result.cases) seconds = std::max(seconds, c.seconds);
  return seconds;
}

/// The engine's threads for each of `count` tasks that are checked at a time.
std::size_t threads_per_task(std::size_t count) { return thread_share(thread_share(), count); }

bool is_endless(const CheckOutcome& outcome, const std::string& name) {
  const auto& found = outcome.summary.findings;
  return std::any_of(found.begin(), found.end(), [&](const Finding& f) {
    return f.kind == endless_loop && f.cases == std::vector{name};
  });
}

/// If only the check runs, its calls are the task's cases.
void note_cases(TaskResult& result, const CheckOutcome& outcome) {
  std::vector<WrongCase> wrong;
  for (const CheckedCase& checked : outcome.cases) {
    CaseResult& c = result.cases[checked.index];
    c.seconds = checked.seconds;
    // The check is slow: a timeout says nothing about the code.
    if (checked.found.verdict == Verdict::timeout && !is_endless(outcome, c.name)) continue;
    c.verdict = checked.found.verdict;
    c.detail = checked.found.verdict == Verdict::ok ? Causes{} : checked.found.detail;
    c.untouched = checked.found.untouched;
    result.verdict = worse(result.verdict, c.verdict);
    wrong.push_back({c.detail, checked.found.readings, c.hidden});
  }
  choose_explanations(wrong);
  result.printed = as_student_knows(plain_lines(outcome.printed, 4096));
  result.hidden_printed = as_student_knows(plain_lines(outcome.hidden_printed, 4096));
}

void drop_unchecked_cases(TaskResult& result) {
  const auto& checked = result.check.cases;
  std::erase_if(result.cases, [&](const CaseResult& c) {
    return std::find(checked.begin(), checked.end(), c.name) == checked.end();
  });
}

void note_check(const GradeSetting& setting, const Builds& builds, CheckOutcome outcome,
                TaskState& state) {
  auto& [task, result, ran] = state;
  const bool check_only = setting.request.check_only;
  if (check_only) note_cases(result, outcome);
  add_check(result, std::move(outcome), setting.backend == Backend::cpu);
  if (!result.findings.empty())
    result.check.reproduce = command_for(setting.request, "check", task) + " --seed " +
                             std::to_string(setting.exercise.seed);
  result.resources = launched_resources(builds, ran, result.metrics);
  for (KernelCosts& kernel : result.metrics)
    kernel.occupancy = compute_occupancy(kernel, result.resources, setting.machine.capability);
  add_advice(result, task.expected_costs);
  if (check_only) drop_unchecked_cases(result);
}

/// Makes the calls of all tasks. Hidden ones start when the visible ones of all tasks have ended,
/// because concurrent processes can always communicate.
void make_side_by_side(
    const std::vector<TaskCheck*>& checks, const std::function<void()>& on_done = [] {}) {
  for (const bool hidden : {false, true}) {
    std::vector<std::function<void()>> jobs;
    for (TaskCheck* const check : checks)
      jobs.emplace_back([check, &on_done, hidden] {
        check->make(hidden);
        if (!hidden) on_done();
      });
    compute_all(jobs);
  }
}

}  // namespace

std::optional<Unchecked> UncheckedRuns::call(const Task& task, std::size_t index) {
  const GradeRequest& request = setting_.request;
  const std::lock_guard lock(mutex_);
  const Constants& constants = task.cases[index].constants;
  if (engine_.builds.count(constants) == 0)
    engine_.builds[constants] = setting_.toolchain.build_cpu(
        setting_.lab, submitted(setting_.lab, request.submission, constants), request.real,
        CpuMode::fast);
  if (engine_.builds[constants].verdict != Verdict::ok) return std::nullopt;
  Worker::Settings settings = settings_for_run(request, setting_.lab, Backend::cpu);
  if (request.check_only)
    settings.limits = settings_for_check(request, setting_.lab, true, 0).limits;
  return call_unchecked(setting_.task_run(task, engine_, std::move(settings), setting_.sandbox),
                        index);
}

CheckOutcomes check_ahead(const GradeSetting& setting, const ConstantBuilds& check,
                          const ConstantBuilds& engine) {
  UncheckedRuns without(setting, engine);
  CheckOutcomes outcomes(setting.lab.tasks.size());
  std::vector<std::size_t> chosen;
  for (std::size_t t = 0; t < outcomes.size(); ++t)
    if (setting.backend_for(setting.lab.tasks[t]) == Backend::cuda) chosen.push_back(t);
  const std::size_t engine_threads = threads_per_task(chosen.size());
  std::vector<std::unique_ptr<TaskCheck>> checks;
  std::vector<TaskCheck*> made;
  for (const std::size_t t : chosen) {
    const Task& task = setting.lab.tasks[t];
    checks.push_back(std::make_unique<TaskCheck>(
        setting.task_run(task, check,
                         settings_for_check(setting.request, setting.lab, false, engine_threads),
                         setting.sandbox),
        [&](std::size_t i) { return without.call(task, i); }));
    made.push_back(checks.back().get());
  }
  make_side_by_side(made);
  std::vector<std::function<void()>> jobs;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    jobs.emplace_back([&, i] { outcomes[chosen[i]] = checks[i]->outcome(); });
  compute_all(jobs);
  return outcomes;
}

void check_tasks(const GradeSetting& setting, const Builds& builds, CheckOutcomes ahead,
                 const OnFirstErrorsOf& on_first, std::vector<TaskState>& tasks) {
  std::vector<std::size_t> chosen;
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    auto& [task, result, ran] = tasks[t];
    if (!ran.started) continue;
    result.check.detail = why_unchecked(setting, builds.check_state);
    const bool begun = result.begun || !is_untouched(result, ran.has_work);
    if (result.check.detail.empty() && begun) chosen.push_back(t);
  }
  // Start the longest ones first, so that no core is idle at the end.
  std::stable_sort(chosen.begin(), chosen.end(), [&](std::size_t a, std::size_t b) {
    return longest_call(tasks[a].result) > longest_call(tasks[b].result);
  });

  UncheckedRuns without(setting, builds.engine);
  // After a run on a GPU, or if only the check runs, it is unknown whether the engine can run the
  // case without the check. Otherwise the case's result tells.
  const auto unchecked = [&](std::size_t t, std::size_t index) -> std::optional<Unchecked> {
    const Task& task = tasks[t].task;
    if (setting.backend_for(task) != Backend::cpu || setting.request.check_only)
      return without.call(task, index);
    const CaseResult& c = tasks[t].result.cases[index];
    return Unchecked{c.verdict == Verdict::ok, c.seconds, c.verdict != Verdict::timeout};
  };
  const std::size_t engine_threads = threads_per_task(chosen.size());
  const auto check = [&](std::size_t t) {
    const bool hung = tasks[t].result.verdict == Verdict::timeout;
    return std::make_unique<TaskCheck>(
        setting.task_run(tasks[t].task, builds.check,
                         settings_for_check(setting.request, setting.lab, hung, engine_threads),
                         setting.sandbox),
        [&, t](std::size_t i) { return unchecked(t, i); },
        on_first ? OnFirstErrors([&, t](auto findings) { on_first(t, std::move(findings)); })
                 : OnFirstErrors());
  };

  const int total = static_cast<int>(chosen.size());
  if (total > 0) setting.progress("checking every access", 0, total);
  std::vector<std::unique_ptr<TaskCheck>> checks(tasks.size());
  std::vector<TaskCheck*> made;
  for (const std::size_t t : chosen) {
    if (t < ahead.size() && ahead[t]) continue;
    checks[t] = check(t);
    made.push_back(checks[t].get());
  }
  std::atomic<int> done{total - static_cast<int>(made.size())};
  make_side_by_side(made, [&] { setting.progress("checking every access", ++done, total); });
  std::vector<std::function<void()>> jobs;
  for (const std::size_t t : chosen)
    jobs.emplace_back([&, t] {
      note_check(setting, builds, checks[t] ? checks[t]->outcome() : std::move(*ahead[t]),
                 tasks[t]);
    });
  compute_all(jobs);
}

}  // namespace warpgrade

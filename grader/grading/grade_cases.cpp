#include "grading/grade_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include "diagnosis/empty_body.h"
#include "grading/runnable.h"
#include "memcheck/efficiency.h"
#include "process/worker_settings.h"
#include "toolchain/resource_usage.h"

namespace warpgrade {
namespace {

/// Adds the points that can be earned, all pending.
void add_points(TaskResult& result, const Task& task, Real real) {
  result.max_points = Points::hundredths(task.max_points_hundredths());
  result.check.max_points = Points::hundredths(task.checks_hundredths);
  result.efficiency = undecided_efficiency(task);
  for (const Performance& performance : task.performance) {
    PerformanceResult p;
    p.name = performance.on.name;
    p.max_points = Points::hundredths(performance.points_hundredths);
    constexpr const char* names[] = {"cpu", "library", "solution", "roofline"};
    p.against = names[static_cast<int>(performance.against)];
    p.curve = performance.curve_for(real);
    p.champion = performance.champion.ratio_for(real);
    p.champion_on = performance.champion.on;
    result.performance.push_back(p);
  }
}

void add_cases(TaskResult& result, const Task& task) {
  for (const Case& c : task.cases) {
    result.cases.emplace_back();
    result.cases.back().name = c.name;
    result.cases.back().hidden = c.hidden;
  }
}

TaskRun cases_run(const GradeSetting& setting, const Builds& builds, std::size_t index,
                  const Sandbox& sandbox) {
  const std::vector<Task>& tasks = setting.lab.tasks;
  const Task& task = tasks[index];
  const Backend backend = setting.backend_for(task);
  int calls = 0;
  for (const Case& c : task.cases) calls += c.calls;
  const std::string what = fmt::format("{} ({} of {})", task.entry, index + 1, tasks.size());
  return setting.task_run(task, backend == setting.backend ? builds.run : builds.engine,
                          settings_for_run(setting.request, setting.lab, backend), sandbox,
                          [&setting, what, calls, started = 0]() mutable {
                            setting.progress(what, std::min(started++, calls), calls);
                          });
}

void note(TaskOutcome outcome, TaskState& state) {
  auto& [task, result, ran] = state;
  for (const CaseResult& c : outcome.cases) result.verdict = worse(result.verdict, c.verdict);
  result.cases = std::move(outcome.cases);
  result.printed = std::move(outcome.printed);
  result.hidden_printed = std::move(outcome.hidden_printed);
  ran.has_work = std::move(outcome.has_work);
  ran.kernels = std::move(outcome.kernels);
}

}  // namespace

TaskState begin_task(const GradeSetting& setting, const Builds& builds, const Task& task) {
  const bool check_only = setting.request.check_only;
  TaskState state{.task = task, .result = {}, .ran = {}};
  TaskResult& result = state.result;
  result.task = task.entry;
  result.title = task.title;
  result.case_sizes = sizes_in_names(setting.lab, task);
  if (!check_only) add_points(result, task, setting.request.real);
  result.verdict = check_runnable(setting.lab, task, builds.submission, check_only, result);
  // nvcc may have compiled features that the engine, which runs this task, does not support.
  if (result.verdict == Verdict::ok && setting.backend_for(task) != setting.backend)
    result.verdict = check_runnable(setting.lab, task, builds.engine_state, check_only, result);
  if (result.verdict == Verdict::ok && check_only) add_cases(result, task);
  state.ran.started = result.verdict == Verdict::ok;
  if (state.ran.started) {
    std::ostringstream source;
    source << std::ifstream(setting.request.submission / (setting.lab.name + ".cu")).rdbuf();
    result.begun = !has_empty_body(remedy::Code(source.str()), task.entry);
  }
  return state;
}

void run_cases(const GradeSetting& setting, const Builds& builds, Backend backend,
               const SandboxFor& sandbox_for, std::vector<TaskState>& tasks) {
  if (setting.request.check_only) return;
  std::map<int, std::vector<std::size_t>> by_devices;
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    const Task& task = tasks[t].task;
    if (!tasks[t].ran.started || setting.backend_for(task) != backend) continue;
    // On the CPU all tasks run together, so that hidden cases come last: see run_tasks.
    by_devices[backend == Backend::cpu ? 0 : task.devices].push_back(t);
    if (backend != setting.backend)
      tasks[t].result.note = fmt::format(
          "It uses {} devices and this machine has {}: graded on the CPU engine, which has two.",
          task.devices, setting.gpus.gpus.size());
  }
  for (const auto& [devices, chosen] : by_devices) {
    const Sandbox sandbox = sandbox_for(devices);
    std::vector<TaskRun> runs;
    for (const std::size_t t : chosen) runs.push_back(cases_run(setting, builds, t, sandbox));
    std::vector<TaskOutcome> outcomes = run_tasks(runs);
    for (std::size_t i = 0; i < chosen.size(); ++i) note(std::move(outcomes[i]), tasks[chosen[i]]);
  }
}

std::vector<KernelResources> launched_resources(const Builds& builds, const CasesRun& ran,
                                                const std::vector<KernelCosts>& costs) {
  std::vector<std::string> launched = ran.kernels;
  for (const KernelCosts& kernel : costs) launched.push_back(kernel.kernel);
  const auto base = [](const std::string& text) { return text.substr(0, text.find('<')); };
  std::vector<KernelResources> resources;
  for (const KernelResources& kernel : builds.submission.resources) {
    if (std::any_of(launched.begin(), launched.end(), [&](const std::string& k) {
          return base(k[0] == '_' ? kernel_name(k) : k) == base(kernel.kernel);
        }))
      resources.push_back(kernel);
  }
  return resources;
}

}  // namespace warpgrade

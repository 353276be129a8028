// Which process serves which task's cases, and in which order.
#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "base/parallel_for.h"
#include "cases/run_task.h"

namespace warpgrade {
namespace {

/// All calls of a task on a GPU, at once.
TaskOutcome run_alone(const TaskRun& run, CaseProcesses& processes) {
  CaseCalls calls(run, processes);
  calls.make(false);
  calls.make(true);
  const bool right = calls.right();
  TaskOutcome outcome = calls.outcome();
  // What a bad call left behind is not to meet anybody else.
  if (!right) end_all(processes);
  return outcome;
}

}  // namespace

void end_all(CaseProcesses& processes) {
  std::vector<Worker*> workers;
  for (const auto& [name, worker] : processes) workers.push_back(worker.get());
  Worker::end(workers);
  processes.clear();
}

namespace {

/// While one task's results are verified another one's calls are made. Problems may be large: not
/// more than four at a time. Hidden cases begin when those that are shown have ended in all tasks,
/// with the processes that served them: two that run side by side can always tell each other
/// something, by the load that they make if by nothing else.
std::vector<TaskOutcome> run_on_cpu(const std::vector<TaskRun>& runs) {
  std::vector<CaseProcesses> processes(runs.size());
  std::vector<std::unique_ptr<CaseCalls>> calls;
  for (std::size_t i = 0; i < runs.size(); ++i)
    calls.push_back(std::make_unique<CaseCalls>(runs[i], processes[i]));
  for (const bool hidden : {false, true}) {
    std::vector<std::function<void()>> jobs;
    for (std::size_t i = 0; i < runs.size(); ++i)
      jobs.emplace_back([&, i] {
        calls[i]->make(hidden);
        end_all(processes[i]);
      });
    compute_all(jobs, std::min(thread_share(), 4u));
  }
  std::vector<TaskOutcome> outcomes;
  for (const auto& each : calls) outcomes.push_back(each->outcome());
  return outcomes;
}

std::vector<TaskOutcome> run_on_gpu(const std::vector<TaskRun>& runs) {
  std::vector<TaskOutcome> outcomes(runs.size());
  std::vector<std::unique_ptr<CaseCalls>> begun(runs.size());
  CaseProcesses processes;
  // Hidden cases come when those that are shown have ended in all tasks, in the processes that
  // served these.
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool served_others = !processes.empty();
    const auto begin = [&] {
      begun[i] = std::make_unique<CaseCalls>(runs[i], processes);
      begun[i]->make(false);
      if (!begun[i]->right()) end_all(processes);
      return begun[i]->right();
    };
    if (!begin() && served_others) begin();
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool right = begun[i]->right();
    if (!right) end_all(processes);
    begun[i]->make(true);
    if (!begun[i]->right()) end_all(processes);
    const bool again = right && !begun[i]->right() && runs.size() > 1;
    outcomes[i] = again ? run_alone(runs[i], processes) : begun[i]->outcome();
  }
  end_all(processes);
  return outcomes;
}

}  // namespace

std::vector<TaskOutcome> run_tasks(const std::vector<TaskRun>& runs) {
  if (runs.empty()) return {};
  return runs.front().worker.gpu ? run_on_gpu(runs) : run_on_cpu(runs);
}

}  // namespace warpgrade

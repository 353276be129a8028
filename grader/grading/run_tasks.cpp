// Assigns the tasks' cases to processes.
#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "base/parallel_for.h"
#include "cases/run_task.h"

namespace warpgrade {
namespace {

/// Makes all calls of a task on a GPU, one after the other.
TaskOutcome run_by_itself(const TaskRun& run, CaseProcesses& processes) {
  CaseCalls calls(run, processes);
  calls.make(false);
  calls.make(true);
  const bool right = calls.right();
  TaskOutcome outcome = calls.outcome();
  // A bad call may leave something behind.
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

/// Verifies one task's results while another task makes its calls; four at a time, because problems
/// may be large. Hidden cases start when the visible ones of all tasks, and their processes, have
/// ended: concurrent processes can always communicate, at least by the load they cause.
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
  // Hidden cases begin when the visible ones of all tasks have ended, in the same processes.
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
    outcomes[i] = again ? run_by_itself(runs[i], processes) : begun[i]->outcome();
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

// Which process serves which task's cases, and in which order.
#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "base/parallel_for.h"
#include "judge/run_task.h"

namespace warpgrade {
namespace {

/// All calls of a task, at once.
TaskOutcome run_alone(const TaskRun& run, CaseProcesses& processes) {
  CaseCalls calls(run, processes);
  calls.make(false);
  calls.make(true);
  const bool right = calls.right();
  TaskOutcome outcome = calls.outcome();
  // What a bad call left behind is not to meet anybody else.
  if (!right || !run.worker.gpu) end_all(processes);
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
/// more than four at a time.
std::vector<TaskOutcome> run_on_cpu(const std::vector<TaskRun>& runs) {
  std::vector<TaskOutcome> outcomes(runs.size());
  std::vector<std::function<void()>> jobs;
  for (std::size_t i = 0; i < runs.size(); ++i)
    jobs.emplace_back([&, i] {
      CaseProcesses processes;
      outcomes[i] = run_alone(runs[i], processes);
    });
  compute_all(jobs, std::min(thread_share(), 4u));
  return outcomes;
}

std::vector<TaskOutcome> run_on_gpu(const std::vector<TaskRun>& runs) {
  std::vector<TaskOutcome> outcomes(runs.size());
  std::vector<std::unique_ptr<CaseCalls>> begun(runs.size());
  CaseProcesses processes;
  // A process that has seen a hidden case could tell of it in another one, so hidden cases come
  // last: on a GPU those of all tasks, in the processes that served the others.
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool served_others = !processes.empty();
    begun[i] = std::make_unique<CaseCalls>(runs[i], processes);
    begun[i]->make(false);
    if (begun[i]->right()) continue;
    if (served_others) {
      end_all(processes);
      begun[i].reset();
      outcomes[i] = run_alone(runs[i], processes);
    } else {
      begun[i]->make(true);
      outcomes[i] = begun[i]->outcome();
      begun[i].reset();
      end_all(processes);
    }
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!begun[i]) continue;
    begun[i]->make(true);
    const bool again = !begun[i]->right() && runs.size() > 1;
    if (again) end_all(processes);
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

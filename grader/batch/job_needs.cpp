#include "batch/job_needs.h"

#include <algorithm>
#include <iterator>

namespace warpgrade {

JobNeeds job_needs(const Lab& lab, const std::vector<std::string>& arguments) {
  const auto given = [&](const char* option) {
    return std::find(arguments.begin(), arguments.end(), option);
  };
  const auto backend = given("--backend");
  const std::string on = backend == arguments.end() || std::next(backend) == arguments.end()
                             ? "auto"
                             : *std::next(backend);
  const bool speed = given("--no-speed") == arguments.end() &&
                     std::any_of(lab.tasks.begin(), lab.tasks.end(),
                                 [](const Task& task) { return !task.performance.empty(); });
  JobNeeds needs;
  if (on == "cuda" || (on == "auto" && speed)) {
    for (const Task& task : lab.tasks) needs.gpus = std::max(needs.gpus, task.devices);
  }
  // A grade and its check run in parallel.
  needs.cores = 2;
  // The submission's limit plus room for compilers, CUDA and the grader's own copies, so that a
  // submission reaches the lab's limit before the node's.
  needs.memory_mib = (lab.memory_bytes >> 20) + 4096;
  return needs;
}

}  // namespace warpgrade

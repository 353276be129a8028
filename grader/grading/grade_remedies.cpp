#include "grading/grade_remedies.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "process/worker_settings.h"
#include "trials/try_remedies.h"

namespace warpgrade {
namespace {

/// By default, at most twice the time of the grade so far; after a short check, a little more.
double seconds_for_remedies(const GradeSetting& setting) {
  constexpr double least = 6;
  const double wanted = setting.request.remedy_seconds;
  if (!setting.request.remedies_in_time) return wanted;
  const std::chrono::duration<double> before = std::chrono::steady_clock::now() - setting.start;
  return std::min(wanted, std::max(least, before.count()));
}

}  // namespace

void try_all_remedies(const GradeSetting& setting, const Builds& builds,
                      std::vector<TaskState>& tasks) {
  std::vector<TaskState*> chosen;
  for (TaskState& state : tasks)
    if (state.ran.started && is_fixable(state.result)) chosen.push_back(&state);
  double left = seconds_for_remedies(setting);
  const std::size_t engine_threads = thread_share();
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    auto& [task, result, ran] = *chosen[i];
    // Each task gets an equal share of the remaining time.
    const double share = left / static_cast<double>(chosen.size() - i);
    const auto begin = std::chrono::steady_clock::now();
    bool trouble = false;
    setting.progress("trying fixes for " + task.entry, 0, 0);
    result.tried = try_remedies(
        setting.task_run(task, builds.check,
                         settings_for_check(setting.request, setting.lab, false, engine_threads),
                         setting.sandbox),
        result,
        {.machine = setting.machine.in(std::filesystem::path("remedies") / task.entry),
         .submission = setting.request.submission,
         .seconds = share,
         .on_error = [&, &entry = task.entry](const std::string& why) {
           trouble = true;
           setting.progress("no change could be tried for " + entry + ": " + why, 0, 0);
         }});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    left -= std::min(share, taken.count());
    if (trouble || (result.tried && !result.tried->changes.empty())) continue;
    const std::string untried = result.tried ? describe_untried(*result.tried) : "";
    setting.progress(untried.empty() ? "no fix was found for " + task.entry : untried, 0, 0);
  }
}

}  // namespace warpgrade

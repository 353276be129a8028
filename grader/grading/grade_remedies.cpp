#include "grading/grade_remedies.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "grading/try_remedies.h"
#include "process/worker_settings.h"

namespace warpgrade {
namespace {

/// By default remedies take at most as long as the grade before them, or a few seconds.
std::chrono::duration<double> time_for_remedies(const GradeSetting& setting) {
  constexpr double least = 6;
  const double wanted = setting.request.remedy_seconds;
  if (!setting.request.remedies_in_time) return std::chrono::duration<double>(wanted);
  const std::chrono::duration<double> before = std::chrono::steady_clock::now() - setting.start;
  return std::chrono::duration<double>(std::min(wanted, std::max(least, before.count())));
}

}  // namespace

void try_all_remedies(const GradeSetting& setting, const Builds& builds,
                      std::vector<TaskState>& tasks) {
  using Clock = std::chrono::steady_clock;
  const auto until =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(time_for_remedies(setting));
  const std::size_t engine_threads = thread_share();
  for (auto& [task, result, ran] : tasks) {
    if (!ran.started || Clock::now() >= until || !is_fixable(result)) continue;
    bool trouble = false;
    setting.progress("trying what might help " + task.entry, 0, 0);
    result.tried = try_remedies(
        setting.task_run(task, builds.check,
                         settings_for_check(setting.request, setting.lab, false, engine_threads),
                         setting.sandbox),
        result,
        {.machine = setting.machine.in(std::filesystem::path("remedies") / task.entry),
         .submission = setting.request.submission,
         .until = until,
         .on_trouble = [&, &entry = task.entry](const std::string& why) {
           trouble = true;
           setting.progress("no change could be tried for " + entry + ": " + why, 0, 0);
         }});
    if (!result.tried && !trouble)
      setting.progress("nothing that was tried helps " + task.entry, 0, 0);
  }
}

}  // namespace warpgrade

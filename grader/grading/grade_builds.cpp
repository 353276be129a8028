#include "grading/grade_builds.h"

#include <algorithm>
#include <set>

#include "base/parallel_for.h"
#include "objects/source_check.h"
#include "process/worker_settings.h"

namespace warpgrade {
namespace {

void generate_cases(const GradeSetting& setting) {
  // Cases found too large to keep, so that tasks that share one do not generate it again.
  std::set<std::string> too_large;
  for (const Task& task : setting.lab.tasks) {
    for (const Case& c : task.cases) {
      // A large data file is not kept, and reading it twice would take longer than all builds.
      if (setting.backend == Backend::cpu && !c.data.empty()) continue;
      for (std::uint64_t draw = 0; draw < input_sets_needed(c); ++draw) {
        if (too_large.count(c.name) != 0) continue;
        setting.generated->get(setting.exercise, task, c, draw);
        if (!setting.generated->keeps(task, c, draw)) too_large.insert(c.name);
      }
    }
  }
}

bool measures_speed(const GradeSetting& setting) {
  const std::vector<Task>& tasks = setting.lab.tasks;
  return setting.backend == Backend::cuda && setting.request.speed && !setting.request.check_only &&
         std::any_of(tasks.begin(), tasks.end(),
                     [](const Task& task) { return !task.performance.empty(); });
}

std::unique_ptr<SpeedMeter> make_speed_meter(const GradeSetting& setting) {
  if (!measures_speed(setting)) return nullptr;
  return std::make_unique<SpeedMeter>(
      SpeedPlan{.machine = setting.machine.in("speed"),
                .exercise = setting.exercise,
                .toolchain = setting.toolchain,
                .worker = settings_for_run(setting.request, setting.lab, Backend::cuda),
                .task_seconds = setting.task_seconds()});
}

}  // namespace

Built build_for_grade(const GradeSetting& setting, bool ahead, PhaseSeconds& phases) {
  const GradeRequest& request = setting.request;
  setting.progress("building " + setting.lab.name + ".cu", 0, 0);
  Built built;
  const std::string problem = why_unreadable(request.submission, setting.lab.name + ".cu");
  if (!problem.empty()) {
    built.builds.submission.verdict = Verdict::compile_error;
    built.builds.submission.output = problem + "\n";
    return built;
  }
  built.meter = make_speed_meter(setting);
  const std::vector<Task>& tasks = setting.lab.tasks;
  BuildPlan plan{.backend = setting.backend, .speed = built.meter != nullptr};
  plan.engine_too = std::any_of(tasks.begin(), tasks.end(), [&](const Task& task) {
    return setting.backend_for(task) != setting.backend;
  });
  if (ahead && setting.backend == Backend::cuda && !request.check_only)
    plan.on_check_built = [&](const ConstantBuilds& check, const ConstantBuilds& engine) {
      phases.timed("check", [&] { built.ahead = check_ahead(setting, check, engine); });
    };
  run_all({[&] {
             built.builds =
                 build_all(setting.machine, setting.toolchain, setting.lab, request, plan);
           },
           [&] {
             if (built.meter) built.meter->build();
           },
           // Compilers sometimes leave a core idle, and no GPU should wait for problems.
           [&] {
             if (!request.check_only) generate_cases(setting);
           }});
  return built;
}

}  // namespace warpgrade

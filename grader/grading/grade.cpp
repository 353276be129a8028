// Theory of operation. A grade is one pass. GradeSetting holds what is fixed beforehand. The grade
// builds the submission (grade_builds.h), runs its cases on GPUs (grade_on_gpu.h) and on the CPU
// (grade_cases.h), checks every memory access (grade_check.h), tries remedies for what is wrong
// (grade_remedies.h), and turns verdicts into points (grade_points.h). The phases share one
// TaskState per task.
#include "grading/grade.h"

#include <memory>
#include <set>
#include <utility>

#include "base/parallel_for.h"
#include "diagnosis/memory_sums.h"
#include "diagnosis/own_shares.h"
#include "findings/array_names.h"
#include "grading/grade_builds.h"
#include "grading/grade_cases.h"
#include "grading/grade_check.h"
#include "grading/grade_on_gpu.h"
#include "grading/grade_points.h"
#include "grading/grade_remedies.h"
#include "grading/grade_setting.h"
#include "grading/partial_results.h"
#include "grading/redact.h"
#include "grading/sources.h"
#include "model/environment.h"
#include "model/phase_seconds.h"
#include "speed/compiled_solution.h"

namespace warpgrade {
namespace {

/// The grade without tasks.
GradeResult grade_header(const GradeSetting& setting) {
  GradeResult result;
  result.lab = setting.lab.name;
  result.title = setting.lab.title;
  result.submission = setting.request.shown().string();
  result.backend = name(setting.backend);
  result.real = setting.request.real;
  result.seed = setting.exercise.seed;
  result.checked_only = setting.request.check_only;
  result.environment = describe_environment(setting.sandbox, setting.machine.toolkit, setting.gpus);
  return result;
}

/// Says in a student's kit that its speeds were measured there.
void note_kit(const GradeSetting& setting, const std::vector<TaskState>& tasks,
              GradeResult& result) {
  if (has_solution(setting.request.root, setting.lab.name)) return;
  for (const TaskState& state : tasks)
    for (const PerformanceResult& p : state.result.performance)
      if (p.ran) result.environment["baselines"] = "compiled for a student's kit";
}

/// Wrong results of timed calls count like those of cases.
void note_timed_verdicts(std::vector<TaskState>& tasks) {
  for (auto& [task, result, ran] : tasks)
    for (const PerformanceResult& p : result.performance)
      if (p.ran && is_students_fault(p.verdict)) result.verdict = worse(result.verdict, p.verdict);
}

void add_sources(const GradeSetting& setting, GradeResult& result) {
  std::set<std::string> files = {setting.lab.name + ".cu"};
  for (const TaskResult& task : result.tasks) {
    for (const Finding& finding : task.findings) files.insert({finding.file, finding.other_file});
    for (const KernelCosts& kernel : task.metrics)
      for (const LineCosts& line : kernel.lines) files.insert(line.file);
  }
  result.sources = read_sources(setting.request.submission, files);
}

/// The grade if everything pending stayed pending, redacted to the feedback that the lab gives.
GradeResult with_points(const GradeSetting& setting, const Builds& builds, GradeResult result,
                        std::vector<TaskState> tasks, const PhaseSeconds& phases) {
  result.seconds = phases.so_far();
  for (TaskState& state : tasks) {
    assign_points(setting, builds, state);
    result.tasks.push_back(std::move(state.result));
  }
  add_sources(setting, result);
  for (TaskResult& task : result.tasks) {
    add_memory_sums(task, result.sources);
    for (Finding& finding : task.findings) {
      name_arrays(finding.cause, result.sources);
      name_own_share(finding, result.sources);
    }
  }
  redact(result, setting.feedback);
  return result;
}

}  // namespace

GradeResult grade(const GradeRequest& request, const Sandbox& sandbox, const OnProgress& progress,
                  const Preparation* preparation, const OnPartialResult& on_partial_result) {
  const GradeSetting setting(request, sandbox, progress, preparation);
  GradeResult result = grade_header(setting);
  PhaseSeconds phases;
  PartialResults partial(on_partial_result);

  Built built;
  // With results in progress, phases run in the usual order: nothing is checked ahead.
  phases.timed("build", [&] { built = build_for_grade(setting, !partial.is_wanted(), phases); });
  Builds& builds = built.builds;
  result.compiler_output = builds.submission.output;
  std::vector<TaskState> tasks;
  for (const Task& task : setting.lab.tasks) tasks.push_back(begin_task(setting, builds, task));
  const auto report_known = [&] {
    if (partial.is_wanted()) partial.report(with_points(setting, builds, result, tasks, phases));
  };

  std::unique_ptr<SpeedMeter> meter;
  if (setting.backend == Backend::cuda)
    meter =
        grade_on_gpu(setting, builds, std::move(built.meter), phases, result.environment, tasks);
  phases.timed("cases", [&] {
    run_cases(
        setting, builds, Backend::cpu, [&](int) { return setting.sandbox; }, tasks);
  });
  report_known();

  OnFirstErrorsOf on_first;
  if (partial.is_wanted())
    on_first = [&](std::size_t task, std::vector<Finding> findings) {
      partial.report_errors(task, std::move(findings));
    };
  // These two are independent of each other and of the GPU.
  run_all({[&] {
             if (meter) phases.timed("verification", [&] { meter->verify(); });
           },
           [&] {
             phases.timed("check", [&] {
               check_tasks(setting, builds, std::move(built.ahead), on_first, tasks);
             });
           }});
  if (meter) note_timed_verdicts(tasks);
  note_kit(setting, tasks, result);

  if (request.remedy_seconds > 0 && setting.feedback == FeedbackLevel::tried) {
    report_known();
    phases.timed("remedies", [&] { try_all_remedies(setting, builds, tasks); });
  }
  return with_points(setting, builds, std::move(result), std::move(tasks), phases);
}

}  // namespace warpgrade

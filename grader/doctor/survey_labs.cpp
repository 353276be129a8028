#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/fault.h"
#include "doctor/survey.h"

namespace warpgrade::doctor {
namespace {

/// The first thing that cost a solution points.
std::string first_loss(const GradeResult& grade) {
  for (const TaskResult& task : grade.tasks) {
    if (task.points + task.pending == task.max_points) continue;
    std::string text = fmt::format("{} is {}", task.task, name(task.verdict));
    for (const CaseResult& c : task.cases)
      if (c.verdict == task.verdict && c.verdict != Verdict::ok)
        return text + fmt::format(" in {}: {}", c.name, describe(c.detail));
    if (!task.detail.empty()) return text + ": " + describe(task.detail);
    for (const PerformanceResult& p : task.performance)
      if (p.points < p.max_points && !is_open(p.verdict))
        return text + fmt::format(", too slow in {}: {}", p.name, describe(p.detail));
    return text + (task.check.detail.empty() ? "" : ": " + describe(task.check.detail));
  }
  return {};
}

}  // namespace

void survey_labs(Machine& machine, const Sandbox& runner, const std::filesystem::path& root,
                 const OnProgress& progress) {
  std::vector<std::string> labs = lab_names(root);
  std::erase_if(labs, [&](const std::string& lab) {
    return !std::filesystem::exists(root / "solutions" / lab / (lab + ".cu"));
  });
  machine.labs_state = labs.empty() ? Machine::Labs::no_solutions : Machine::Labs::graded;
  for (const std::string& lab : labs) {
    LabReport report;
    report.lab = lab;
    const auto began = std::chrono::steady_clock::now();
    try {
      GradeRequest request;
      request.root = root;
      request.lab = lab;
      request.submission = root / "solutions" / lab;
      const GradeResult grade =
          warpgrade::grade(request, runner, [&](const std::string& what, int done, int total) {
            progress("grading the solution of " + lab + ": " + what, done, total);
          });
      report.backend = grade.backend;
      report.score = grade.score().text();
      report.pending = grade.pending().text();
      report.max_score = grade.max_score().text();
      report.full = grade.score() + grade.pending() == grade.max_score();
      report.error = first_loss(grade);
    } catch (const std::exception& error) {
      report.error = error.what();
    }
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    machine.labs.push_back(std::move(report));
  }
}

}  // namespace warpgrade::doctor

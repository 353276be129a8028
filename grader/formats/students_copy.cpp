#include "formats/students_copy.h"

#include <algorithm>

namespace warpgrade {
namespace {

const Causes instructor_only = {because("case.hidden")};

void cover(CaseResult& c) {
  c.detail = c.verdict == Verdict::ok ? Causes{} : instructor_only;
  c.reproduce.clear();
  c.seconds = 0;
}

bool is_hidden(const TaskResult& task, const std::string& case_name) {
  return std::any_of(task.cases.begin(), task.cases.end(),
                     [&](const CaseResult& c) { return c.hidden && c.name == case_name; });
}

void cover(TaskResult& task) {
  const auto counted_in_hidden = [&](const KernelCosts& kernel) {
    return is_hidden(task, kernel.measured_in);
  };
  const bool costs_hidden =
      std::any_of(task.metrics.begin(), task.metrics.end(), counted_in_hidden);
  std::erase_if(task.metrics, counted_in_hidden);
  std::erase_if(task.findings, [&](const Finding& f) {
    return f.hidden || (costs_hidden && f.level == "advice");
  });
  for (EfficiencyResult& e : task.efficiency) {
    const bool of_check = task.check.hidden && e.detail == task.check.detail;
    if (!costs_hidden && !of_check) continue;
    e.value.reset();
    if (!e.detail.empty()) e.detail = instructor_only;
  }
  if (task.check.hidden) task.check.detail = instructor_only;
  if (task.findings.empty()) task.check.reproduce.clear();
  for (CaseResult& c : task.cases)
    if (c.hidden) cover(c);
  // Keep the launched kernels if no visible case reveals them.
  if (std::all_of(task.cases.begin(), task.cases.end(),
                  [](const CaseResult& c) { return c.hidden; }))
    task.resources.clear();
  task.hidden_printed.clear();
}

}  // namespace

bool any_hidden(const GradeResult& grade) {
  return std::any_of(grade.tasks.begin(), grade.tasks.end(), [](const TaskResult& task) {
    return std::any_of(task.cases.begin(), task.cases.end(),
                       [](const CaseResult& c) { return c.hidden; });
  });
}

GradeResult with_students_paths(GradeResult grade, const std::string& graded_as) {
  const std::string own = "skeletons/" + grade.lab;
  const auto rename = [&](std::string& command) {
    const std::size_t at = graded_as.empty() ? command.npos : command.find(graded_as);
    if (at != command.npos) command.replace(at, graded_as.size(), own);
  };
  for (TaskResult& task : grade.tasks) {
    rename(task.check.reproduce);
    for (CaseResult& c : task.cases) rename(c.reproduce);
  }
  grade.submission = own;
  grade.for_student = true;
  return grade;
}

GradeResult students_copy(GradeResult grade) {
  for (TaskResult& task : grade.tasks) {
    task.unredacted.clear();
    for (CaseResult& c : task.cases) c.unredacted.clear();
  }
  if (!any_hidden(grade)) return grade;
  for (TaskResult& task : grade.tasks)
    if (!task.cases.empty()) cover(task);
  // The time of all cases would reveal that of the hidden ones.
  for (const char* part : {"cases", "check", "held"}) grade.seconds.erase(part);
  return grade;
}

}  // namespace warpgrade

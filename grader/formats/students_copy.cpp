#include "formats/students_copy.h"

#include <algorithm>
#include <string>
#include <utility>

#include "findings/finding_kind.h"

namespace warpgrade {
namespace {

const Causes instructor_only = {because("case.hidden")};

bool is_hidden(const TaskResult& task, const std::string& case_name) {
  return std::any_of(task.cases.begin(), task.cases.end(),
                     [&](const CaseResult& c) { return c.hidden && c.name == case_name; });
}

/// How many of the hidden cases passed, failed and are open. Which ones, and how, would tell a
/// submission that fails as its inputs have it: each case is numbered by its result.
void cover_hidden_cases(TaskResult& task) {
  std::vector<CaseResult*> hidden;
  for (CaseResult& c : task.cases)
    if (c.hidden) hidden.push_back(&c);
  std::size_t passed = 0, failed = 0;
  bool untouched = true;
  Verdict open = Verdict::pending;
  for (const CaseResult* c : hidden) {
    passed += c->verdict == Verdict::ok;
    failed += is_students_fault(c->verdict);
    untouched = untouched && c->untouched;
    if (is_open(c->verdict)) open = worse(open, c->verdict);
  }
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    CaseResult covered;
    covered.name = "hidden " + std::to_string(i + 1) + " of " + std::to_string(hidden.size());
    covered.hidden = true;
    covered.untouched = untouched;
    covered.verdict = i < passed ? Verdict::ok : i < passed + failed ? Verdict::wrong : open;
    if (covered.verdict != Verdict::ok) covered.detail = instructor_only;
    *hidden[i] = std::move(covered);
  }
}

/// Whether a part that the student sees has that verdict.
bool is_visible(const TaskResult& task, Verdict verdict) {
  return std::any_of(task.cases.begin(), task.cases.end(),
                     [&](const CaseResult& c) { return !c.hidden && c.verdict == verdict; }) ||
         std::any_of(task.performance.begin(), task.performance.end(),
                     [&](const PerformanceResult& p) { return p.ran && p.verdict == verdict; }) ||
         std::any_of(task.findings.begin(), task.findings.end(), [&](const Finding& f) {
           const FindingKind* const kind = finding_kind(f.kind);
           return !f.hidden && f.level == "error" && kind != nullptr &&
                  (f.kernel.empty() ? kind->in_host_code : kind->in_kernel) == verdict;
         });
}

/// What only hidden cases show is no more than wrong.
void cover_verdicts(TaskResult& task) {
  const auto cover = [&](Verdict& verdict) {
    if (is_students_fault(verdict) && !is_visible(task, verdict)) verdict = Verdict::wrong;
  };
  if (task.detail.empty()) cover(task.verdict);
  for (EfficiencyResult& e : task.efficiency) cover(e.verdict);
  for (PerformanceResult& p : task.performance)
    if (!p.ran) cover(p.verdict);
  const bool of_the_check = task.check.aborted || task.check.verdict == Verdict::forbidden;
  if (task.check.hidden || !of_the_check) cover(task.check.verdict);
}

/// The names of hidden cases would tell which ones came so far.
void cover_checked_cases(const TaskResult& task, CheckResult& check) {
  for (std::size_t i = check.cases.size(); i-- > 0;) {
    if (!is_hidden(task, check.cases[i]) || check.cases.size() == 1) continue;
    check.cases.erase(check.cases.begin() + static_cast<std::ptrdiff_t>(i));
    if (i < check.case_seconds.size())
      check.case_seconds.erase(check.case_seconds.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void cover(TaskResult& task) {
  const bool any = std::any_of(task.cases.begin(), task.cases.end(),
                               [](const CaseResult& c) { return c.hidden; });
  if (any) cover_verdicts(task);
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
  cover_checked_cases(task, task.check);
  cover_hidden_cases(task);
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

#include "grading/redact.h"

#include <algorithm>
#include <utility>

#include "base/fault.h"
#include "diagnosis/hypotheses.h"

namespace warpgrade {
namespace {

void cut_places(Cause& cause) {
  for (auto& [name, value] : cause.facts) value = text_without_places(value);
  std::erase_if(cause.facts, [](const auto& fact) { return fact.second.empty(); });
}

void cut(Finding& finding, FeedbackLevel feedback) {
  finding.with_remedy = false;
  if (feedback >= FeedbackLevel::place) return;
  cut_places(finding.cause);
  finding.file.clear();
  finding.other_file.clear();
  finding.line = finding.other_line = 0;
}

Causes without_places(Causes causes) {
  for (Cause& cause : causes) cut_places(cause);
  return causes;
}

void cut_places(TaskResult& task) {
  task.detail = without_places(std::move(task.detail));
  task.note = text_without_places(task.note);
  task.check.detail = without_places(std::move(task.check.detail));
  for (EfficiencyResult& e : task.efficiency) e.detail = without_places(std::move(e.detail));
  for (PerformanceResult& p : task.performance) p.detail = without_places(std::move(p.detail));
  for (KernelCosts& kernel : task.metrics) kernel.lines.clear();
  for (CaseResult& c : task.cases) {
    Causes less = without_places(c.detail);
    if (less != c.detail) c.unredacted = std::exchange(c.detail, std::move(less));
  }
}

void cut(TaskResult& task, FeedbackLevel feedback) {
  // Compiler messages and missing features of the engine explain no mistake.
  const auto is_kept = [](const Finding& f) { return f.kind == "unsupported"; };
  for (Finding& finding : task.findings) {
    if (finding.hidden || is_kept(finding)) continue;
    task.unredacted.push_back(finding);
    cut(finding, feedback);
  }
  if (feedback < FeedbackLevel::place && task.verdict != Verdict::compile_error) cut_places(task);
}

/// Guesses from values and sizes, which a fix that makes everything right supersedes. What holds in
/// all wrong cases is evidence and stays.
bool is_guess(const Cause& cause) {
  for (const char* id : {"garbage.read", "values.nan", "values.not-finite"})
    if (cause.id == id) return true;
  return cause.id.starts_with("sizes.") ||
         (!mistake_name(cause).empty() && cause.fact("all").empty());
}

/// If a remedy made everything right, other advice and possible causes are superfluous.
void drop_advice_beside_remedy(TaskResult& task) {
  for (Finding& finding : task.findings)
    finding.with_remedy = finding.with_remedy && finding.level != "error";
  for (CaseResult& c : task.cases) {
    c.detail = without_questions(std::move(c.detail));
    const bool only = std::all_of(c.detail.begin(), c.detail.end(), is_guess);
    if (!only) std::erase_if(c.detail, is_guess);
  }
}

}  // namespace

FeedbackLevel effective_feedback(const Lab& lab, std::optional<FeedbackLevel> asked,
                                 bool instructors) {
  const FeedbackLevel feedback = asked.value_or(lab.feedback);
  if (feedback > lab.feedback && !instructors)
    throw UsageError("--tell " + std::string(name(feedback)) + " asks for more than the lab " +
                         lab.name + " tells: its lab.json says " + std::string(name(lab.feedback)),
                     "Leave --tell out. Instructors: give --show-hidden as well.");
  return feedback;
}

void redact(GradeResult& result, FeedbackLevel feedback) {
  result.feedback = feedback;
  for (TaskResult& task : result.tasks) {
    if (feedback < FeedbackLevel::remedy)
      cut(task, feedback);
    else if (task.is_explained())
      drop_advice_beside_remedy(task);
  }
}

}  // namespace warpgrade

#include "judge/tell.h"

#include <utility>

#include "lab/fault.h"

namespace warpgrade {
namespace {

/// Advice about costs is one text: what is the matter, then what to do. Numbers hold no ". ".
std::string first_sentence(const std::string& text) {
  const auto end = text.find(". ");
  return end == text.npos ? text : text.substr(0, end + 1);
}

std::string place_of(const std::string& file, int line) {
  return line > 0 ? file + ":" + std::to_string(line) : "";
}

void cut_places(Cause& cause) {
  for (auto& [name, value] : cause.facts) value = text_without_places(value);
  std::erase_if(cause.facts, [](const auto& fact) { return fact.second.empty(); });
}

void cut(Finding& finding, Tell tell) {
  const bool places = tell >= Tell::place;
  if (!places) cut_places(finding.cause);
  const std::string other = places ? place_of(finding.other_file, finding.other_line) : "";
  const std::string words = what_happened(finding.cause, other);
  finding.message = words.empty() ? first_sentence(finding.message) : words;
  if (places) return;
  finding.message = text_without_places(finding.message);
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
    if (less != c.detail) c.untold = std::exchange(c.detail, std::move(less));
  }
}

void cut(TaskResult& task, Tell tell) {
  // A compiler's words, and what the engine does not have: no cause of anything.
  const auto is_kept = [](const Finding& f) { return f.kind == "unsupported"; };
  for (Finding& finding : task.findings) {
    if (finding.hidden || is_kept(finding)) continue;
    task.untold.push_back(finding);
    cut(finding, tell);
  }
  if (tell < Tell::place && task.verdict != Verdict::compile_error) cut_places(task);
}

}  // namespace

Tell told(const Lab& lab, std::optional<Tell> asked, bool instructors) {
  const Tell tell = asked.value_or(lab.tell);
  if (tell > lab.tell && !instructors)
    throw UsageError("--tell " + std::string(name(tell)) + " asks for more than the lab " +
                         lab.name + " tells: its lab.json says " + std::string(name(lab.tell)),
                     "Leave --tell out. Instructors: give --show-hidden as well.");
  return tell;
}

void tell_only(GradeResult& result, Tell tell) {
  result.tell = tell;
  if (tell >= Tell::remedy) return;
  for (TaskResult& task : result.tasks) cut(task, tell);
}

}  // namespace warpgrade

#include "report/document.h"

#include <algorithm>
#include <set>

#include "lab/finding_kind.h"

namespace warpgrade {
namespace {

Look look_of(Standing standing) {
  switch (standing) {
    case Standing::full:
      return {"✓", "+", "right", Tone::good};
    case Standing::partly:
      return {"~", "~", "points lost", Tone::open};
    case Standing::not_started:
      return {"·", "-", "not written yet", Tone::quiet};
    case Standing::failed:
      return {"✗", "x", "wrong", Tone::bad};
    case Standing::open:
      return {"…", "?", "open", Tone::open};
    case Standing::ours:
      break;
  }
  return {"!", "!", "grader error", Tone::ours};
}

std::string place_of(const GradeResult& grade) {
  if (grade.backend == "cuda") return has_gpu(grade) ? grade.environment.at("gpu") : "the GPU";
  if (grade.backend != "cpu") return grade.backend;
  return has_gpu(grade) ? "the CPU engine" : "the CPU engine (no GPU here)";
}

}  // namespace

TaskPart part_of(const GradeResult& grade, const TaskResult& task) {
  TaskPart part{&task, standing_of(task), {}, 0, {}, {}, failing_groups(task)};
  part.right = static_cast<std::size_t>(
      std::count_if(task.cases.begin(), task.cases.end(),
                    [](const CaseResult& c) { return c.verdict == Verdict::ok; }));
  const bool all_right = !task.cases.empty() && part.right == task.cases.size();
  std::set<std::string_view> excused;  // kinds
  for (std::size_t i = 0; i < task.findings.size(); ++i) {
    const Finding& finding = task.findings[i];
    const bool error = finding.level == "error";
    const FindingKind* const kind = finding_kind(finding.kind);
    std::string_view elsewhere;
    if (error && all_right && kind != nullptr && excused.insert(kind->name).second)
      elsewhere = kind->elsewhere;
    (error ? part.errors : part.advice).push_back({i, &finding, elsewhere});
  }
  part.look = grade.checked_only && !part.errors.empty()
                  ? Look{"✗", "x", "something found", Tone::bad}
                  : look_of(part.standing);
  return part;
}

Document document_of(const GradeResult& grade) {
  Document document;
  document.title = grade.title.empty() ? grade.lab : grade.title;
  document.graded_on = place_of(grade);
  document.compiler = compiler_messages(grade.compiler_output);
  for (const TaskResult& task : grade.tasks) document.tasks.push_back(part_of(grade, task));
  document.open = open_points(grade);
  document.next = next_step(grade);
  document.score = grade.score();
  document.pending = grade.pending();
  document.unwritten = not_written(grade);
  document.lost = grade.max_score() - document.score - document.pending - document.unwritten;
  return document;
}

}  // namespace warpgrade

#include "report/document.h"

#include <algorithm>
#include <set>
#include <string>

#include "base/text.h"
#include "findings/finding_kind.h"

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

/// Where nothing is graded.
Look look_of_check(const TaskPart& part) {
  if (part.faults() > 0) return {"✗", "x", "something found", Tone::bad};
  if (part.standing == Standing::not_started) return look_of(part.standing);
  if (is_students_fault(part.task->verdict)) return look_of(Standing::failed);
  if (is_open(part.task->check.verdict)) return look_of(Standing::open);
  if (part.standing == Standing::open || part.standing == Standing::ours)
    return look_of(part.standing);
  return {"✓", "+", "nothing wrong found", Tone::good};
}

std::string place_of(const GradeResult& grade) {
  if (grade.backend == "cuda") return has_gpu(grade) ? grade.environment.at("gpu") : "the GPU";
  if (grade.backend != "cpu") return grade.backend;
  return has_gpu(grade) ? "the CPU engine" : "the CPU engine (no GPU here)";
}

/// Of a student's own grade.
std::string unchanged_in(const GradeResult& grade) {
  std::string since;
  std::size_t unchanged = 0;
  for (const TaskResult& task : grade.tasks) {
    if (task.unchanged_since.empty()) continue;
    ++unchanged;
    if (since.empty() || task.unchanged_since < since) since = task.unchanged_since;
  }
  if (unchanged == 0) return "";
  const std::string which =
      unchanged == grade.tasks.size()
          ? "Nothing that counts has"
          : many(unchanged, "function") + (unchanged == 1 ? " has not" : " have not");
  return which + " changed since " + since +
         ": graded then, not again. To grade all: " + "make grade LAB=" + grade.lab + " ARGS=--all";
}

}  // namespace

std::size_t TaskPart::faults() const {
  return static_cast<std::size_t>(
      std::count_if(errors.begin(), errors.end(),
                    [](const ToldFinding& f) { return f.finding->kind != "unsupported"; }));
}

TaskPart part_of(const GradeResult& grade, const TaskResult& task) {
  TaskPart part{&task,
                standing_of(task),
                {},
                0,
                {},
                {},
                failing_groups(task),
                check_of(task),
                efficiency_of(task),
                speed_of(task),
                kernels_of(task),
                most_of(task.resources),
                resources_of(task)};
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
  part.look = grade.checked_only ? look_of_check(part) : look_of(part.standing);
  return part;
}

Document document_of(const GradeResult& grade) {
  Document document;
  document.title = grade.title.empty() ? grade.lab : grade.title;
  document.graded_on = place_of(grade);
  document.compiler = compiler_messages(grade.compiler_output);
  for (const TaskResult& task : grade.tasks) document.tasks.push_back(part_of(grade, task));
  document.unchanged = unchanged_in(grade);
  document.open = open_points(grade);
  document.next = next_step(grade);
  document.score = grade.score();
  document.pending = grade.pending();
  document.unwritten = not_written(grade);
  document.lost = grade.max_score() - document.score - document.pending - document.unwritten;
  return document;
}

}  // namespace warpgrade

#include "report/document/next_step.h"

#include <algorithm>

#include "base/command_name.h"
#include "report/document/case_groups.h"
#include "report/document/compiler.h"
#include "report/document/fix.h"
#include "report/document/open_points.h"
#include "report/document/task_status.h"

namespace warpgrade {
namespace {

/// Without the period: more may follow.
std::string then_again(const GradeResult& grade) {
  return grade.for_student ? ", then hand in again" : ", then run the same command again";
}

NextStep after_compile_error(const GradeResult& grade, const TaskResult& task) {
  const auto messages = collect_messages(grade);
  const auto is_error = [](const CompilerMessage& message) { return message.error; };
  const auto first = std::find_if(messages.begin(), messages.end(), is_error);
  if (first == messages.end() && has(task.detail, "function.other-signature"))
    return {"Declare " + task.task + " exactly as " + grade.lab + ".h does.", ""};
  if (has(task.detail, "source.unreadable"))
    return {"Fix the file as described above" + then_again(grade) + ".", ""};
  if (first == messages.end()) return {"Make " + file_to_edit(grade) + " compile.", ""};
  const std::string place = first->place().empty() ? "" : " at " + first->place();
  const bool more = std::count_if(messages.begin(), messages.end(), is_error) > 1;
  return {std::string("Fix the ") + (more ? "first " : "") + "error" + place + then_again(grade) +
              (more ? "; the others may go with it." : "."),
          ""};
}

/// The next step if a tried change makes everything right.
NextStep after_trial(const GradeResult& grade, const TaskResult& task) {
  std::string first;
  std::size_t places = 0;
  for (const FileDiff& diff : make_diffs(*task.tried, grade.sources, 1)) {
    bool inside = false;
    for (const DiffLine& each : diff.lines) {
      const bool changed = each.kind != DiffLine::Kind::kept;
      if (changed && !inside) ++places;
      if (changed && first.empty()) first = diff.file + ":" + std::to_string(each.line);
      inside = changed;
    }
  }
  if (first.empty()) {
    const Remedy& change = task.tried->changes.front();
    first = change.file + ":" + std::to_string(change.line);
  }
  if (places <= 1) return {"Apply the fix at " + first + then_again(grade) + ".", ""};
  return {"Apply the fix (" + std::to_string(places) + " changes, the first at " + first + ")" +
              then_again(grade) + ".",
          ""};
}

/// The first failing case that may be named: cases are sorted by size.
const CaseResult* smallest_failing(const TaskResult& task) {
  for (const CaseResult& c : task.cases)
    if (is_students_fault(c.verdict) && !c.hidden && !c.reproduce.empty()) return &c;
  return nullptr;
}

NextStep after_failure(const GradeResult& grade, const TaskResult& task) {
  if (task.tried && task.tried->outcome == TriedRemedy::Outcome::right &&
      !task.tried->changes.empty())
    return after_trial(grade, task);
  std::string advice;
  for (const Finding& finding : task.findings) {
    if (finding.level != "error" || finding.kind == "unsupported" || finding.file.empty() ||
        !advice.empty())
      continue;
    const std::string line = finding.line > 0 ? ":" + std::to_string(finding.line) : "";
    advice = "Fix " + task.task + " at " + finding.file + line + " (" + finding.kind + ")" +
             then_again(grade) + ".";
  }
  // If the task has only this case, its command was just run.
  const CaseResult* const alone = task.cases.size() > 1 ? smallest_failing(task) : nullptr;
  const std::string add =
      alone == nullptr
          ? ""
          : (grade.for_student ? "Where you grade it yourself, add `" : "Add `") +
                option_for_case(alone->name) + "` to run the smallest failing case alone.";
  const std::string command = alone == nullptr ? "" : alone->reproduce;
  if (!advice.empty()) return {advice + (add.empty() ? "" : " " + add), command};
  if (alone != nullptr) return {"Fix " + task.task + then_again(grade) + ". " + add, command};
  if (smallest_failing(task) != nullptr || is_students_fault(task.verdict))
    return {"Fix " + task.task + then_again(grade) + ".", ""};
  const bool says_where = std::any_of(task.findings.begin(), task.findings.end(),
                                      [](const Finding& f) { return f.level == "advice"; });
  for (const EfficiencyResult& e : task.efficiency) {
    if (is_open(e.verdict) || e.points == e.max_points) continue;
    const std::string what = e.metric == "busier_device" ? "both devices share the work"
                             : e.metric == "atomics" && e.at_least
                                 ? "it use the atomics that the task asks for"
                                 : "it waste less";
    return {
        task.task + " is right; now let " + what + (says_where ? ": its report says where." : "."),
        ""};
  }
  return {"Look at " + task.task + " first.", ""};
}

NextStep after_forbidden(const GradeResult& grade, const TaskResult& task) {
  for (const Cause& cause : task.detail) {
    const bool loads = cause.id == "library.loaded";
    if (!loads && cause.id != "library.forbidden") continue;
    const std::string place = cause.fact("place").empty() ? "" : " in " + cause.fact("place");
    const std::string what = loads ? cause.fact("what") : cause.fact("library");
    return {"Take " + what + " out" + place + " and write " + task.task + " without it" +
                then_again(grade) + ".",
            ""};
  }
  return {"Write " + task.task + " without what this task forbids.", ""};
}

NextStep after_loss(const GradeResult& grade, const TaskResult& task) {
  if (task.verdict == Verdict::forbidden) return after_forbidden(grade, task);
  switch (task_status(task)) {
    case TaskStatus::not_started:
      return {"Write " + task.task + " in " + file_to_edit(grade) + then_again(grade) + ".", ""};
    case TaskStatus::partly: {
      const bool slow = std::any_of(
          task.performance.begin(), task.performance.end(), [](const PerformanceResult& speed) {
            return !is_open(speed.verdict) && speed.points < speed.max_points;
          });
      if (slow) return {task.task + " is right; now make it faster.", ""};
      return after_failure(grade, task);
    }
    default:
      return task.verdict == Verdict::compile_error ? after_compile_error(grade, task)
                                                    : after_failure(grade, task);
  }
}

bool anything_checked(const GradeResult& grade) {
  return std::any_of(grade.tasks.begin(), grade.tasks.end(), [](const TaskResult& task) {
    return task.points > Points{} ||
           std::any_of(task.cases.begin(), task.cases.end(),
                       [](const CaseResult& c) { return c.verdict == Verdict::ok; });
  });
}

/// No program ran: the reason is the first line that the CPU engine does not support, if known.
NextStep after_no_check(const GradeResult& grade) {
  const std::string on_gpu = has_gpu(grade) ? "grade on the cuda backend."
                                            : "run the same command on a machine with a GPU.";
  for (const TaskResult& task : grade.tasks)
    for (const Finding& finding : task.findings)
      if (finding.kind == "unsupported" && !finding.file.empty())
        return {"Nothing could be checked here, because the CPU engine does not support " +
                    finding.file + ":" + std::to_string(finding.line) + ". Change that line, or " +
                    on_gpu,
                ""};
  if (needs_gpu(grade)) return {"Nothing could be checked here: " + on_gpu, ""};
  return {"Nothing could be checked here; the reasons are named above.", ""};
}

/// Begun and wrong tasks come first, then those not begun, then right ones that could be faster; of
/// the latter, the one that loses most.
const TaskResult* most_urgent(const GradeResult& grade) {
  const auto urgency = [](const TaskResult& task) {
    const TaskStatus status = task_status(task);
    return status == TaskStatus::not_started ? 1 : status == TaskStatus::partly ? 0 : 2;
  };
  const TaskResult* first = nullptr;
  for (const TaskResult& task : grade.tasks) {
    if (lost(task) <= Points{}) continue;
    const bool more_lost = first != nullptr && urgency(task) == 0 && lost(task) > lost(*first);
    if (first == nullptr || urgency(task) > urgency(*first) ||
        (urgency(task) == urgency(*first) && more_lost))
      first = &task;
  }
  return first;
}

}  // namespace

NextStep next_step(const GradeResult& grade) {
  if (grade.tasks.empty()) return {"Nothing was graded.", ""};
  if (const TaskResult* task = most_urgent(grade)) return after_loss(grade, *task);
  // A task worth 0 points, or a finding that costs nothing, can still be wrong.
  for (const TaskResult& task : grade.tasks)
    if (is_students_fault(task.verdict)) return after_loss(grade, task);

  if (has_open(grade, Verdict::grader_error))
    return {"Run the same command again; if it says the same, show this report to your instructor.",
            ""};
  if (has_open(grade, Verdict::inconclusive))
    return {"Run the same command again when nothing else runs on this machine.", ""};
  if (grade.pending() > Points{}) {
    if (!anything_checked(grade)) return after_no_check(grade);
    const std::string rest = points_in_words(grade.pending());
    if (needs_gpu(grade) && !waits_for_more(grade))
      return {"All results are right. The other " + rest + " need a GPU.", ""};
    return {"All results are right; " + rest + " wait for what is named above.", ""};
  }
  return {"", ""};
}

}  // namespace warpgrade

#include "export/class_digest.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "findings/compiler_message.h"
#include "findings/finding_kind.h"
#include "formats/json_reading.h"
#include "report/document/task_status.h"

namespace warpgrade {
namespace {

/// Suspicious behavior of a submission; or "".
std::string suspicious_behavior(const Causes& causes) {
  constexpr std::array<std::pair<const char*, const char*>, 5> reasons = {{
      {"channel.messages", "wrote into the grader's channel"},
      {"channel.unknown-message", "wrote into the grader's channel"},
      {"threads.left-running", "left threads running"},
      {"threads.too-many", "started very many threads"},
      {"input.changed", "changed its input"},
  }};
  for (const auto& [id, what] : reasons)
    if (has(causes, id)) return what;
  for (const Cause& cause : causes)
    if (cause.id == "exit.itself" && cause.fact("status") == "0")
      return "exited the program with status 0";
  return "";
}

/// The compiler's first error; or nothing.
Cause first_error(const std::string& output) {
  for (CompilerMessage& message : compiler_messages(output))
    if (message.error) return std::move(message.cause);
  return {};
}

/// An #include of a file outside the submission: "../../reference.cpp", "/etc/passwd".
bool leads_outside(const std::string& file) {
  return file.rfind("../", 0) == 0 || file.rfind('/', 0) == 0 || file.find("/../") != file.npos;
}

class Digester {
 public:
  explicit Digester(const GradeResult& grade) {
    const Cause error = first_error(grade.compiler_output);
    for (const TaskResult& task : grade.tasks) add_task(task, error);
    if (error.id == "include.missing" && leads_outside(error.fact("file")))
      flag("", "includes files outside its folder", describe(error));
  }
  GradeDigest result;

 private:
  void flag(const std::string& task, const std::string& what, const std::string& detail) {
    if (flagged_.insert(task + '\n' + what).second) result.flags.push_back({task, what, detail});
  }

  void add(DigestMistake mistake) {
    if (seen_.insert(mistake.task + '\n' + mistake.kind + '\n' + mistake.key).second)
      result.mistakes.push_back(std::move(mistake));
  }

  void add(const std::string& task, const std::string& kind, const Causes& causes) {
    const Cause& main_cause = find_main_cause(causes);
    std::string text = describe(main_cause);
    if (is_one_value(main_cause))
      text = "Wrong values without a known pattern. One of them: " + text;
    add({task, kind, std::move(text), cause_key(main_cause)});
  }

  void add_task(const TaskResult& task, const Cause& compile_error) {
    const std::string verdict(name(task.verdict));
    result.tasks.push_back(
        {task.task, table_verdict(task), task.points, task.max_points, task.pending});
    for (const CaseResult& c : task.cases)
      if (c.verdict == Verdict::ok || is_students_fault(c.verdict))
        result.cases.push_back({task.task, c.name, c.verdict == Verdict::ok});
    if (task.verdict == Verdict::forbidden || task.verdict == Verdict::implausible)
      flag(task.task, verdict, describe(task.detail));
    if (task_status(task) == TaskStatus::not_started)
      return add({task.task, "not written yet", "The function is missing or does nothing.",
                  "not-written"});
    // A call that did not end is reported once: with the loop, if it was found.
    const bool endless = std::any_of(task.findings.begin(), task.findings.end(),
                                     [](const Finding& f) { return f.kind == endless_loop; });
    const auto follows = [&](Verdict of, const Causes& causes) {
      return has(causes, "case.not-run") || (endless && of == Verdict::timeout);
    };
    if (task.verdict == Verdict::compile_error && compile_error.known())
      add({task.task, verdict, describe(compile_error), cause_key(compile_error)});
    else if (is_students_fault(task.verdict) && !task.detail.empty() &&
             !follows(task.verdict, task.detail))
      add(task.task, verdict, task.detail);
    bool named = !task.detail.empty();
    for (const Finding& f : task.findings) {
      const bool advice = f.level != "error";
      named |= !advice;
      add({task.task, f.kind, describe(f), cause_key(f.cause), advice, f.file, f.line});
    }
    for (const CaseResult& c : task.cases) {
      if (!is_students_fault(c.verdict)) continue;
      named = true;
      if (follows(c.verdict, c.detail)) continue;
      add(task.task, std::string(name(c.verdict)), c.detail);
      flag_suspicious(task.task, c.detail);
    }
    // Only the check found it, and no finding has its line.
    if (!named && is_students_fault(task.check.verdict))
      add(task.task, std::string(name(task.check.verdict)), task.check.detail);
    for (const PerformanceResult& p : task.performance) add_speed(task.task, p);
  }

  void flag_suspicious(const std::string& task, const Causes& causes) {
    if (const std::string what = suspicious_behavior(causes); !what.empty())
      flag(task, what, describe(causes));
  }

  void add_speed(const std::string& task, const PerformanceResult& speed) {
    const bool fault = is_students_fault(speed.verdict);
    DigestSpeed entry = {task,
                         speed.name,
                         speed.against,
                         speed.baseline,
                         {},
                         speed.low,
                         speed.high,
                         speed.seconds,
                         speed.verdict == Verdict::inconclusive,
                         speed.full_marks_at(),
                         speed.champion,
                         speed.champion_on};
    if (speed.ratio > 0 && !fault) entry.ratio = speed.ratio;
    if (speed.verdict == Verdict::implausible)
      flag(task, std::string(name(speed.verdict)), describe(speed.detail));
    // The fault is from a timed call; results that were not measured repeat the cases' details.
    if (fault && !has(speed.detail, "speed.not-right")) {
      add(task, std::string(name(speed.verdict)), speed.detail);
      flag_suspicious(task, speed.detail);
    }
    result.speed.push_back(std::move(entry));
  }

  std::set<std::string> seen_, flagged_;
};

}  // namespace

GradeDigest parse_digest(const std::string& json) {
  try {
    return std::move(Digester(parse_grade(json)).result);
  } catch (const std::exception&) {
    return {};  // not a grade: its points in the gradebook still count
  }
}

}  // namespace warpgrade

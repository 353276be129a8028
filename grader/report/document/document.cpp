#include "report/document/document.h"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

#include "base/command_name.h"
#include "base/text.h"
#include "findings/finding_kind.h"
#include "report/document/compiler.h"

namespace warpgrade {
namespace {

StatusBadge make_badge(TaskStatus status) {
  switch (status) {
    case TaskStatus::full:
      return {"✓", "+", "right", Tone::good};
    case TaskStatus::partly:
      return {"~", "~", "points lost", Tone::open};
    case TaskStatus::not_started:
      return {"·", "-", "not written yet", Tone::quiet};
    case TaskStatus::failed:
      return {"✗", "x", "wrong", Tone::bad};
    case TaskStatus::open:
      return {"…", "?", "open", Tone::open};
    case TaskStatus::grader_error:
      break;
  }
  return {"!", "!", "grader error", Tone::grader_error};
}

/// The badge of a task if nothing is graded.
StatusBadge make_check_badge(const TaskPart& part) {
  if (part.faults() > 0) return {"✗", "x", "something found", Tone::bad};
  if (part.status == TaskStatus::not_started) return make_badge(part.status);
  if (is_students_fault(part.task->verdict)) return make_badge(TaskStatus::failed);
  if (is_open(part.task->check.verdict)) return make_badge(TaskStatus::open);
  if (part.status == TaskStatus::open || part.status == TaskStatus::grader_error)
    return make_badge(part.status);
  return {"✓", "+", "nothing wrong found", Tone::good};
}

std::string describe_device(const GradeResult& grade) {
  if (grade.backend == "cuda") return has_gpu(grade) ? grade.environment.at("gpu") : "GPU";
  if (grade.backend != "cpu") return grade.backend;
  return "CPU engine";
}

/// For a student's own grade: which tasks are unchanged.
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
  return which + " changed since " + since + ": graded then, not again. To grade all: " +
         (command_name() == "warpgrade" ? "warpgrade grade " + grade.lab + " --all"
                                        : "make grade LAB=" + grade.lab + " ARGS=--all");
}

/// The first sentence about a single value of the case, as a fact in addition to what is proven.
std::string sentence_on_one_value(const CaseGroup& group) {
  for (const Cause& cause : group.detail)
    if (is_one_value(cause)) return describe(Causes{cause});
  return {};
}

std::string within_a_sentence(std::string value) {
  if (value.starts_with("All ") || value.starts_with("Both "))
    value.front() = static_cast<char>(value.front() + ('a' - 'A'));
  return value;
}

/// "With it the 17 wrong cases are right, for example 31x32-positive (n = 31, block_size = 32)":
/// without the sizes if the line would be too long. `gone`: what is right with the fix.
std::string describe_evidence(const TaskPart& part, const std::vector<std::string>& gone) {
  constexpr std::size_t a_line = 76;
  const std::string_view elsewhere = part.errors.empty() ? "" : part.errors.front().elsewhere;
  if (part.failing.empty())
    return elsewhere.empty() ? "" : "The values are right, but " + std::string(elsewhere);
  std::size_t count = 0;
  bool wrong = true;
  for (const CaseGroup& group : part.failing) {
    count += group.names.size();
    wrong = wrong && group.verdict == Verdict::wrong;
  }
  std::string what = many(count, wrong ? "wrong case" : "failing case");
  std::string example = part.failing.front().names.front();
  const std::string before = count == 1 ? ": " : ", for example ";
  const auto tried = static_cast<std::size_t>(std::count_if(gone.begin(), gone.end(), is_case));
  if (!part.fix || !part.fix->whole || tried == 0) {
    const std::vector<Cause>& detail = part.failing.front().detail;
    const auto known = std::find_if(detail.begin(), detail.end(),
                                    [](const Cause& c) { return c.id == "values.known"; });
    if (known != detail.end()) return what + before + example + ". " + describe(Causes{*known});
    const std::string value = sentence_on_one_value(part.failing.front());
    return what + before + example + (value.empty() ? "" : ". There " + within_a_sentence(value));
  }
  const auto shown = std::max<std::ptrdiff_t>(
      1, std::count_if(part.bugs.begin(), part.bugs.end(), [](const Bug& b) { return b.finding; }));
  const std::ptrdiff_t more =
      std::max<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(part.errors.size()) - shown);
  const std::string wrong_cases = wrong ? "wrong case" : "failing case";
  if (tried == count) {
    what = count == 1 ? "the " + wrong_cases : "the " + what;
  } else {  // the others were too slow for trials
    what = tried == 1 ? "the one " + wrong_cases + " that was tried"
                      : "the " + many(tried, wrong_cases) + " that were tried";
    what += " (of " + std::to_string(count) + ")";
    const auto is_right = [&](const std::string& name) {
      return std::find(gone.begin(), gone.end(), "case " + name.substr(0, name.find(" ("))) !=
             gone.end();
    };
    std::vector<std::string> names;
    for (const CaseGroup& group : part.failing)
      names.insert(names.end(), group.names.begin(), group.names.end());
    const auto first = std::find_if(names.begin(), names.end(), is_right);
    if (first != names.end()) example = *first;
  }
  what = "With it " + what + (tried == 1 ? " is right: " : " are right, for example ");
  const std::string gone_too =
      more == 0 ? "" : "; " + many(more, "more finding") + (more == 1 ? " is" : " are") + " gone";
  const std::string whole = what + example + gone_too;
  return whole.size() <= a_line ? whole : what + example.substr(0, example.find(" (")) + gone_too;
}

/// For a finding next to those bugs: whether it is fixed by one of several changes that belongs to
/// no bug.
bool is_mistake_of_its_own(const Finding& finding, const std::vector<Bug>& bugs,
                           const TriedRemedy& tried) {
  const auto is_mended_by = [&](const Remedy& change) {
    return !change.cause.known() && change.file == finding.file &&
           (change.line == finding.line || change.line == finding.other_line);
  };
  return tried.changes.size() > 1 &&
         std::any_of(tried.changes.begin(), tried.changes.end(), is_mended_by) &&
         std::none_of(bugs.begin(), bugs.end(),
                      [&](const Bug& bug) { return bug.line == finding.line; });
}

/// Whether every proposal was tried, barriers of the block at all places of a race among them, and
/// none helps.
bool barriers_do_not_help(const Finding& race, const std::optional<TriedRemedy>& tried) {
  const auto& ids = {"race.block", "race.warp", "race.one-warp"};  // within a block
  return tried && tried->outcome == TriedRemedy::Outcome::none && tried->seconds == 0 &&
         tried->gone.empty() && std::find(ids.begin(), ids.end(), race.cause.id) != ids.end();
}

/// Only the root cause, if a fix that makes everything right explains the rest.
std::vector<Bug> collect_bugs(const TaskPart& part, const Sources& sources) {
  std::vector<Bug> all;
  const bool whole = part.fix && part.fix->whole;
  if (whole && !part.fix->why.empty()) {
    Bug root;
    root.title = part.fix->why;
    root.file = part.fix->file;
    root.line = part.fix->line;
    if (!part.errors.empty()) root.cause = part.errors.front().finding->cause.id;
    all.push_back(std::move(root));
  }
  for (const ShownFinding& shown : part.errors) {
    if (whole && !all.empty() && !is_mistake_of_its_own(*shown.finding, all, *part.task->tried))
      continue;
    all.push_back(make_bug(*shown.finding, sources));
    if (whole) all.back().hint.clear();  // the fix says it
    if (barriers_do_not_help(*shown.finding, part.task->tried))
      all.back().hint =
          "Barriers were tried here and do not help: look at which elements the two lines use.";
  }
  return all;
}

/// The verdict says what a GPU makes of the finding: "crashed", where all cases are right here, or
/// "out-of-bounds" for memory that is freed or another's. Then the kind of the finding says it
/// better.
std::string_view make_headline(const TaskPart& part, bool all_right) {
  for (const ShownFinding& shown : part.errors) {
    const FindingKind* const kind = finding_kind(shown.finding->kind);
    if (kind == nullptr) continue;
    const Verdict verdict = part.task->verdict;
    const bool decides = kind->in_kernel == verdict || kind->in_host_code == verdict;
    if (decides && (all_right || kind->name == "wrong-memory" || kind->name == "use-after-free"))
      return kind->name;
  }
  return name(part.task->verdict);
}

}  // namespace

std::size_t TaskPart::faults() const {
  return static_cast<std::size_t>(
      std::count_if(errors.begin(), errors.end(),
                    [](const ShownFinding& f) { return f.finding->kind != "unsupported"; }));
}

TaskPart make_task_part(const GradeResult& grade, const TaskResult& task) {
  TaskPart part;
  part.task = &task;
  part.status = task_status(task);
  part.failing = failing_groups(task);
  part.check = check_earnings(task);
  part.efficiency = efficiency_earnings(task);
  part.speed = speed_earnings(task);
  part.kernels = collect_kernels(task);
  part.most = maximum_resources(task.resources);
  part.resources = describe_resources(task);
  part.right = static_cast<std::size_t>(
      std::count_if(task.cases.begin(), task.cases.end(),
                    [](const CaseResult& c) { return c.verdict == Verdict::ok; }));
  const bool all_right = !task.cases.empty() && part.right == task.cases.size();
  std::set<std::string_view> excused;  // kinds of findings
  for (std::size_t i = 0; i < task.findings.size(); ++i) {
    const Finding& finding = task.findings[i];
    const bool error = finding.level == "error";
    const FindingKind* const kind = finding_kind(finding.kind);
    std::string_view elsewhere;
    if (error && all_right && kind != nullptr && excused.insert(kind->name).second)
      elsewhere = kind->elsewhere;
    (error ? part.errors : part.advice).push_back({i, &finding, elsewhere});
  }
  part.headline = make_headline(part, all_right);
  if (task.tried && !task.tried->changes.empty()) part.fix = make_fix(*task.tried, grade.sources);
  if (task.tried && !(part.fix && part.fix->whole)) part.untried = describe_untried(*task.tried);
  // What a change mends in its own line is the mistake, and other findings follow from it.
  if (part.fix && part.fix->whole)
    std::stable_partition(part.errors.begin(), part.errors.end(), [&](const ShownFinding& shown) {
      const Finding& f = *shown.finding;
      return std::any_of(
          task.tried->changes.begin(), task.tried->changes.end(),
          [&](const Remedy& change) { return change.file == f.file && change.line == f.line; });
    });
  // If anything is left after a fix of everything, the next report says so.
  if (part.fix && part.fix->whole)
    std::erase_if(part.advice, [](const ShownFinding& shown) {
      return finding_kind(shown.finding->kind) != nullptr;
    });
  // That blocks store equal values says nothing while indices are wrong.
  if (!part.errors.empty())
    std::erase_if(part.advice,
                  [](const ShownFinding& shown) { return shown.finding->kind == "race"; });
  part.bugs = collect_bugs(part, grade.sources);
  const auto& gone = task.tried ? task.tried->gone : std::vector<std::string>();
  part.evidence = describe_evidence(part, gone);
  part.badge = grade.checked_only ? make_check_badge(part) : make_badge(part.status);
  return part;
}

Document make_document(const GradeResult& grade) {
  Document document;
  document.title = grade.title.empty() ? grade.lab : grade.title;
  document.graded_on = describe_device(grade);
  document.compiler = distinct_messages(grade);
  for (const TaskResult& task : grade.tasks) document.tasks.push_back(make_task_part(grade, task));
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

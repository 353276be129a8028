#include "formats/json_reading.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace warpgrade {
namespace {

using Read = nlohmann::json;

/// The value, or null if the key is missing. Values that are missing or have another type are
/// ignored, so that grades of other versions can be read.
const Read& at(const Read& json, const char* key) {
  static const Read none;
  const auto found = json.is_object() ? json.find(key) : json.end();
  return found != json.end() ? *found : none;
}

std::string read_text(const Read& json) {
  return json.is_string() ? json.get<std::string>() : std::string();
}

std::string text_at(const Read& json, const char* key) { return read_text(at(json, key)); }

const Read& list_at(const Read& json, const char* key) {
  static const Read none = Read::array();
  const Read& list = at(json, key);
  return list.is_array() ? list : none;
}

const Read& object_at(const Read& json, const char* key) {
  static const Read none = Read::object();
  const Read& object = at(json, key);
  return object.is_object() ? object : none;
}

/// null means not measured.
double number_at(const Read& json, const char* key) {
  const Read& number = at(json, key);
  return number.is_number() ? number.get<double>() : 0;
}

template <class Integer = int>
Integer integer_at(const Read& json, const char* key) {
  const Read& number = at(json, key);
  return number.is_number_integer() ? number.get<Integer>() : Integer{};
}

/// Empty in grades of earlier versions.
std::optional<bool> true_at(const Read& json, const char* key) {
  const Read& value = at(json, key);
  return value.is_boolean() ? std::optional(value.get<bool>()) : std::nullopt;
}

Points points_at(const Read& json, const char* key) {
  return Points::hundredths(std::llround(number_at(json, key) * 100));
}

std::vector<std::string> texts_at(const Read& json, const char* key) {
  std::vector<std::string> texts;
  for (const Read& text : list_at(json, key)) texts.push_back(read_text(text));
  return texts;
}

/// Throws for an unknown verdict: guessing could change who lost points.
Verdict verdict_at(const Read& json) {
  const std::string text = text_at(json, "verdict");
  if (text.empty()) return Verdict::pending;
  const auto verdict = parse_verdict(text);
  if (!verdict) throw std::runtime_error("there is no verdict " + text);
  return *verdict;
}

Cause read_cause(const Read& json) {
  std::string id = text_at(json, "id");
  if (id == "oracle.remark") id = "reference.remark";  // its name in earlier grades
  Cause cause{std::move(id), {}};
  for (const auto& [name, value] : object_at(json, "facts").items())
    cause.facts[name] = read_text(value);
  return cause;
}

/// Grades of earlier versions only have the text.
Causes causes_at(const Read& json, const char* text = "detail", const char* key = "causes") {
  if (!at(json, key).is_array()) return as_text(text_at(json, text));
  Causes causes;
  for (const Read& each : list_at(json, key)) causes.push_back(read_cause(each));
  return causes;
}

CaseResult read_case(const Read& json) {
  CaseResult c;
  c.name = text_at(json, "case");
  c.hidden = true_at(json, "hidden").value_or(c.name.rfind("hidden-", 0) == 0);
  c.verdict = verdict_at(json);
  c.detail = causes_at(json);
  c.reproduce = text_at(json, "reproduce");
  c.seconds = number_at(json, "seconds");
  return c;
}

Finding read_finding(const Read& json) {
  Finding f{text_at(json, "kind"),         text_at(json, "level"),
            text_at(json, "file"),         integer_at(json, "line"),
            read_cause(at(json, "cause")), integer_at<long long>(json, "count"),
            text_at(json, "kernel")};
  if (!f.cause.known())  // earlier versions
    f.cause = because(f.level == "error" ? "text" : "advice.text",
                      {{"text", text_at(json, "message")}, {"kind", f.kind}});
  f.other_file = text_at(at(json, "other"), "file");
  f.other_line = integer_at(at(json, "other"), "line");
  f.cases = texts_at(json, "cases");
  return f;
}

EfficiencyResult read_efficiency(const Read& json) {
  EfficiencyResult e;
  e.metric = text_at(json, "metric");
  e.kernel = text_at(json, "kernel");
  e.at_least = at(json, "at_least").is_number();
  e.limit = number_at(json, e.at_least ? "at_least" : "at_most");
  if (at(json, "value").is_number()) e.value = number_at(json, "value");
  e.points = points_at(json, "points");
  e.max_points = points_at(json, "max_points");
  e.verdict = verdict_at(json);
  e.detail = causes_at(json);
  return e;
}

PerformanceResult read_performance(const Read& json) {
  PerformanceResult p;
  p.name = text_at(json, "case");
  p.against = text_at(json, "against");
  p.baseline = text_at(json, "baseline");
  p.ratio = number_at(json, "ratio");
  p.low = number_at(json, "low");
  p.high = number_at(json, "high");
  p.points = points_at(json, "points");
  p.max_points = points_at(json, "max_points");
  p.pending = points_at(json, "pending");
  p.verdict = verdict_at(json);
  p.detail = causes_at(json);
  p.ran = true_at(json, "ran").value_or(p.ratio > 0);
  p.seconds = number_at(json, "seconds");
  p.baseline_seconds = number_at(json, "baseline_seconds");
  for (const Read& pair : list_at(json, "curve"))
    if (pair.is_array() && pair.size() == 2 && pair[0].is_number() && pair[1].is_number())
      p.curve.emplace_back(pair[0].get<double>(), pair[1].get<double>());
  p.champion = number_at(at(json, "champion"), "ratio");
  p.champion_on = text_at(at(json, "champion"), "on");
  return p;
}

/// Grades of earlier versions have none.
std::optional<TriedRemedy> read_tried_remedy(const Read& json) {
  if (!json.is_object()) return std::nullopt;
  TriedRemedy tried;
  if (text_at(json, "outcome") == "right") tried.outcome = TriedRemedy::Outcome::right;
  if (text_at(json, "outcome") == "none") tried.outcome = TriedRemedy::Outcome::none;
  for (const Read& r : list_at(json, "changes"))
    tried.changes.push_back({text_at(r, "id"), text_at(r, "file"), integer_at(r, "line"),
                             text_at(r, "code"), text_at(r, "old_code"), read_cause(at(r, "cause")),
                             integer_at(r, "column")});
  tried.gone = texts_at(json, "gone");
  tried.left = texts_at(json, "left");
  tried.cases = integer_at(json, "cases");
  tried.seconds = integer_at(json, "untried_after");
  return tried;
}

/// Puts back what the student's copy left out.
void add_hidden(TaskResult& task, const Read& json) {
  auto next = task.cases.begin();
  for (const Read& from : list_at(json, "cases")) {
    const std::string name = text_at(from, "case");
    // Hidden ones come in their order, under other names. Earlier versions showed theirs.
    if (true_at(from, "hidden").value_or(false)) {
      next = std::find_if(next, task.cases.end(), [](const CaseResult& c) { return c.hidden; });
      if (next == task.cases.end()) break;
      next->name = name;
      next->verdict = verdict_at(from);
      ++next;
    }
    for (CaseResult& c : task.cases) {
      if (c.name != name) continue;
      c.detail = causes_at(from);
      c.reproduce = text_at(from, "reproduce");
      c.seconds = number_at(from, "seconds");
    }
  }
  if (const Read& unredacted = at(json, "untold"); unredacted.is_array()) {
    task.findings.clear();
    for (const Read& from : unredacted) task.findings.push_back(read_finding(from));
  }
  for (const Read& from : list_at(json, "findings")) {
    task.findings.push_back(read_finding(from));
    task.findings.back().hidden = true;
  }
  if (Causes detail = causes_at(json, "check", "check_causes"); !detail.empty()) {
    task.check.detail = std::move(detail);
    task.check.hidden = true;
  }
  if (at(json, "verdict").is_string()) task.verdict = verdict_at(json);
  if (const auto verdict = parse_verdict(text_at(json, "check_verdict")))
    task.check.verdict = *verdict;
  const auto put_back = [&](const char* key, auto& results) {
    const auto verdicts = texts_at(json, key);
    for (std::size_t i = 0; i < std::min(verdicts.size(), results.size()); ++i)
      if (const auto verdict = parse_verdict(verdicts[i])) results[i].verdict = *verdict;
  };
  put_back("efficiency", task.efficiency);
  put_back("performance", task.performance);
  if (at(json, "checked").is_array()) task.check.cases = texts_at(json, "checked");
  task.check.reproduce = text_at(json, "reproduce");
  task.hidden_printed = text_at(json, "printed");
}

std::map<std::string, double> read_seconds(const Read& json) {
  std::map<std::string, double> seconds;
  for (const auto& [key, value] : json.items())
    seconds[key] = value.is_number() ? value.get<double>() : 0;
  return seconds;
}

CheckResult read_check(const Read& json) {
  CheckResult check;
  check.verdict = verdict_at(json);
  check.detail = causes_at(json);
  check.reproduce = text_at(json, "reproduce");
  check.cases = texts_at(json, "cases");
  check.points = points_at(json, "points");
  check.max_points = points_at(json, "max_points");
  check.aborted = true_at(json, "broken_off").value_or(false);
  return check;
}

TaskResult read_task(const Read& json) {
  TaskResult task;
  task.task = text_at(json, "task");
  task.verdict = verdict_at(json);
  task.detail = causes_at(json);
  task.note = text_at(json, "note");
  task.tried = read_tried_remedy(at(json, "tried"));
  task.points = points_at(json, "points");
  task.max_points = points_at(json, "max_points");
  task.pending = points_at(json, "pending");
  for (const Read& size : list_at(json, "case_sizes")) task.case_sizes.push_back(read_text(size));
  for (const Read& c : list_at(json, "cases")) task.cases.push_back(read_case(c));
  task.begun = true_at(json, "written").value_or(true);
  if (!task.begun)
    for (CaseResult& c : task.cases) c.untouched = is_students_fault(c.verdict);
  for (const Read& f : list_at(json, "findings")) task.findings.push_back(read_finding(f));
  for (const Read& e : list_at(json, "efficiency")) task.efficiency.push_back(read_efficiency(e));
  for (const Read& p : list_at(json, "performance"))
    task.performance.push_back(read_performance(p));
  task.check = read_check(object_at(json, "checks"));
  // Earlier grades have no such rule: findings cost only the check's own points.
  const Read on_finding = object_at(json, "on_finding");
  task.on_finding = parse_on_finding(text_at(on_finding, "rule")).value_or(OnFinding::check_points);
  task.charged = causes_at(on_finding);
  task.check.values_right =
      true_at(object_at(json, "checks"), "values_right")
          .value_or(!task.cases.empty() &&
                    std::all_of(task.cases.begin(), task.cases.end(),
                                [](const auto& c) { return c.verdict == Verdict::ok; }));
  for (const Read& kernel : list_at(at(json, "resources"), "kernels"))
    task.resources.push_back({text_at(kernel, "kernel"), integer_at(kernel, "registers"),
                              integer_at<long long>(kernel, "shared_bytes"),
                              integer_at<long long>(kernel, "constant_bytes"),
                              integer_at<long long>(kernel, "local_bytes"),
                              integer_at<long long>(kernel, "spill_bytes"),
                              integer_at(kernel, "max_threads")});
  return task;
}

/// Skips the costs of lines, which are most of the bytes and not needed.
Read parsed(const std::string& text) {
  return Read::parse(text, [](int, Read::parse_event_t event, Read& key) {
    return event != Read::parse_event_t::key ||
           (key != "metrics" && key != "samples" && key != "curve");
  });
}

/// Throws if a required value is missing.
void require_whole(const Read& json) {
  for (const char* key : {"backend", "real", "seed"}) json.at(key);
  for (const char* key : {"machine", "version"}) json.at("environment").at(key);
  for (const Read& task : json.at("tasks")) {
    for (const Read* part : {&task, &task.at("checks")}) part->at("verdict");
    for (const char* key : {"task", "points", "max_points", "pending"}) task.at(key);
  }
}

GradeResult read(const Read& json) {
  GradeResult grade;
  grade.lab = text_at(json, "lab");
  grade.title = grade.lab;
  grade.backend = text_at(json, "backend");
  grade.real = text_at(json, "real") == "double" ? Real::f64 : Real::f32;
  grade.seed = integer_at<std::uint64_t>(json, "seed");
  for (const auto& [key, value] : object_at(json, "environment").items())
    grade.environment[key] = read_text(value);
  if (const auto feedback = feedback_level_named(text_at(json, "tell"))) grade.feedback = *feedback;
  grade.seconds = read_seconds(object_at(json, "seconds"));
  grade.compiler_output = text_at(json, "compiler_output");
  for (const Read& task : json.at("tasks"))
    if (task.is_object()) grade.tasks.push_back(read_task(task));
  for (TaskResult& task : grade.tasks)
    for (Finding& finding : task.findings)
      finding.with_remedy = grade.feedback >= FeedbackLevel::remedy &&
                            !(task.is_explained() && finding.level == "error");
  if (const Read& hidden = at(json, "hidden"); hidden.is_object()) {
    grade.seconds = read_seconds(object_at(hidden, "seconds"));
    for (const Read& from : list_at(hidden, "tasks"))
      for (TaskResult& task : grade.tasks)
        if (task.task == text_at(from, "task")) add_hidden(task, from);
  }
  return grade;
}

}  // namespace

GradeResult parse_grade(const std::string& text) { return read(parsed(text)); }

GradeResult parse_whole_grade(const std::string& text) {
  const Read json = parsed(text);
  require_whole(json);
  GradeResult grade = read(json);
  if (points_at(json, "score") != grade.score() ||
      points_at(json, "max_score") != grade.max_score() ||
      points_at(json, "pending") != grade.pending())
    throw std::runtime_error("its points do not add up");
  return grade;
}

}  // namespace warpgrade

#include "report/json_reading.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace warpgrade {
namespace {

using Read = nlohmann::json;

Points points_at(const Read& json, const char* key) {
  return Points::hundredths(std::llround(json.at(key).get<double>() * 100));
}

std::string text_at(const Read& json, const char* key) { return json.value(key, std::string()); }

/// null: not measured.
double number_at(const Read& json, const char* key) {
  return json.at(key).is_number() ? json.at(key).get<double>() : 0;
}

Verdict verdict_at(const Read& json) {
  const std::string text = text_at(json, "verdict");
  const auto verdict = verdict_named(text);
  if (!verdict) throw std::runtime_error("there is no verdict " + text);
  return *verdict;
}

CaseResult case_of(const Read& json) {
  CaseResult c;
  c.name = text_at(json, "case");
  c.hidden = c.name.rfind("hidden-", 0) == 0;
  c.verdict = verdict_at(json);
  c.detail = text_at(json, "detail");
  c.reproduce = text_at(json, "reproduce");
  c.seconds = number_at(json, "seconds");
  return c;
}

Finding finding_of(const Read& json) {
  Finding f{text_at(json, "kind"),  text_at(json, "level"),   text_at(json, "file"),
            json.at("line"),        text_at(json, "message"), json.at("count"),
            text_at(json, "kernel")};
  if (const auto cause = json.find("cause"); cause != json.end() && cause->is_object()) {
    f.cause.id = text_at(*cause, "id");
    for (const auto& [name, value] : cause->at("facts").items()) f.cause.facts[name] = value;
  }
  if (const Read& other = json.at("other"); other.is_object()) {
    f.other_file = text_at(other, "file");
    f.other_line = other.at("line");
  }
  return f;
}

EfficiencyResult efficiency_of(const Read& json) {
  EfficiencyResult e;
  e.metric = text_at(json, "metric");
  e.kernel = text_at(json, "kernel");
  e.at_least = json.at("at_least").is_number();
  e.limit = number_at(json, e.at_least ? "at_least" : "at_most");
  if (json.at("value").is_number()) e.value = json.at("value").get<double>();
  e.points = points_at(json, "points");
  e.max_points = points_at(json, "max_points");
  e.verdict = verdict_at(json);
  e.detail = text_at(json, "detail");
  return e;
}

PerformanceResult performance_of(const Read& json) {
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
  p.detail = text_at(json, "detail");
  p.ran = p.ratio > 0;
  p.seconds = number_at(json, "seconds");
  p.baseline_seconds = number_at(json, "baseline_seconds");
  return p;
}

/// Grades of before have none.
std::optional<TriedRemedy> tried_of(const Read& task) {
  const auto json = task.find("tried");
  if (json == task.end() || !json->is_object()) return std::nullopt;
  TriedRemedy tried;
  if (text_at(*json, "outcome") == "right") tried.outcome = TriedRemedy::Outcome::right;
  for (const Read& r : json->at("changes"))
    tried.changes.push_back({text_at(r, "id"), text_at(r, "file"), r.at("line"), text_at(r, "code"),
                             text_at(r, "old_code")});
  tried.gone = json->at("gone").get<std::vector<std::string>>();
  tried.left = json->at("left").get<std::vector<std::string>>();
  tried.cases = json->at("cases");
  return tried;
}

/// What the student's copy left out, back in its place.
void add_hidden(TaskResult& task, const Read& json) {
  for (const Read& from : json.at("cases")) {
    const std::string name = text_at(from, "case");
    for (CaseResult& c : task.cases) {
      if (c.name != name) continue;
      c.detail = text_at(from, "detail");
      c.reproduce = text_at(from, "reproduce");
      c.seconds = number_at(from, "seconds");
    }
  }
  for (const Read& from : json.at("findings")) {
    task.findings.push_back(finding_of(from));
    task.findings.back().hidden = true;
  }
  if (const std::string detail = text_at(json, "check"); !detail.empty()) {
    task.check.detail = detail;
    task.check.hidden = true;
  }
  task.check.reproduce = text_at(json, "reproduce");
  task.hidden_printed = text_at(json, "printed");
}

std::map<std::string, double> seconds_of(const Read& json) {
  std::map<std::string, double> seconds;
  for (const auto& [key, value] : json.items())
    seconds[key] = value.is_number() ? value.get<double>() : 0;
  return seconds;
}

TaskResult task_of(const Read& json) {
  TaskResult task;
  task.task = text_at(json, "task");
  task.verdict = verdict_at(json);
  task.detail = text_at(json, "detail");
  task.note = text_at(json, "note");
  task.tried = tried_of(json);
  task.points = points_at(json, "points");
  task.max_points = points_at(json, "max_points");
  task.pending = points_at(json, "pending");
  for (const Read& c : json.at("cases")) task.cases.push_back(case_of(c));
  for (const Read& f : json.at("findings")) task.findings.push_back(finding_of(f));
  for (const Read& e : json.at("efficiency")) task.efficiency.push_back(efficiency_of(e));
  for (const Read& p : json.at("performance")) task.performance.push_back(performance_of(p));
  const Read& check = json.at("checks");
  task.check.verdict = verdict_at(check);
  task.check.detail = text_at(check, "detail");
  task.check.reproduce = text_at(check, "reproduce");
  task.check.cases = check.at("cases").get<std::vector<std::string>>();
  const bool right = !task.cases.empty() &&
                     std::all_of(task.cases.begin(), task.cases.end(),
                                 [](const CaseResult& c) { return c.verdict == Verdict::ok; });
  task.check.values_right = right;
  for (PerformanceResult& p : task.performance)
    p.ran = p.ran || (right && is_students_fault(p.verdict));  // it went wrong while it was timed
  task.not_defined = task.verdict == Verdict::compile_error &&
                     task.detail.find("does not define it") != task.detail.npos;
  task.check.points = points_at(check, "points");
  task.check.max_points = points_at(check, "max_points");
  for (const Read& kernel : json.at("resources").at("kernels")) {
    task.resources.push_back({text_at(kernel, "kernel"), kernel.at("registers"),
                              kernel.at("shared_bytes"), kernel.at("constant_bytes"),
                              kernel.at("local_bytes"), kernel.at("spill_bytes"),
                              static_cast<int>(number_at(kernel, "max_threads"))});
  }
  return task;
}

}  // namespace

GradeResult grade_of_json(const std::string& text) {
  const Read json = Read::parse(text);
  GradeResult grade;
  grade.lab = json.at("lab").get<std::string>();
  grade.title = grade.lab;
  grade.backend = text_at(json, "backend");
  grade.real = text_at(json, "real") == "double" ? Real::f64 : Real::f32;
  grade.seed = json.at("seed");
  for (const auto& [key, value] : json.at("environment").items()) grade.environment[key] = value;
  grade.seconds = seconds_of(json.at("seconds"));
  grade.compiler_output = text_at(json, "compiler_output");
  for (const Read& task : json.at("tasks")) grade.tasks.push_back(task_of(task));
  if (const auto hidden = json.find("hidden"); hidden != json.end()) {
    grade.seconds = seconds_of(hidden->at("seconds"));
    for (const Read& from : hidden->at("tasks"))
      for (TaskResult& task : grade.tasks)
        if (task.task == text_at(from, "task")) add_hidden(task, from);
  }
  return grade;
}

}  // namespace warpgrade

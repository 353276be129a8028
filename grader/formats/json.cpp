#include "formats/json.h"

#include <algorithm>
#include <cmath>

#include "formats/students_copy.h"
#include "report/document/document.h"
#include "report/text.h"

namespace warpgrade {
namespace {

using Json = nlohmann::ordered_json;

Json text(std::string_view text) { return valid_utf8(text); }

// Whole points as integers. Hundredths as the nearest double, which the library writes with the
// fewest digits that read back as the same double: 12.25, never 12.249999.
Json points(Points points) {
  if (points.hundredths() % 100 == 0) return points.hundredths() / 100;
  return points.value();
}

// JSON has no NaN and no infinity.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json texts(const std::vector<std::string>& list) {
  Json json = Json::array();
  for (const std::string& each : list) json.push_back(text(each));
  return json;
}

Json to_json(const Cause& cause) {
  if (!cause.known()) return nullptr;
  Json facts = Json::object();
  for (const auto& [name, value] : cause.facts) facts[valid_utf8(name)] = text(value);
  return {{"id", text(cause.id)}, {"facts", std::move(facts)}};
}

Json to_json(const Causes& causes) {
  Json json = Json::array();
  for (const Cause& cause : causes) json.push_back(to_json(cause));
  return json;
}

/// Words of a report: nothing in them hides or reorders the text around it.
Json text(const Causes& causes) { return printable(describe(causes), true); }

Json to_json(const CaseResult& c) {
  return {{"case", text(c.name)},        {"hidden", c.hidden},
          {"verdict", name(c.verdict)},  {"detail", text(c.detail)},
          {"causes", to_json(c.detail)}, {"reproduce", text(c.reproduce)},
          {"seconds", number(c.seconds)}};
}

Json to_json(const Finding& finding) {
  Json other = nullptr;
  if (finding.other_line > 0)
    other = {{"file", text(finding.other_file)}, {"line", finding.other_line}};
  return {{"kind", text(finding.kind)},
          {"level", text(finding.level)},
          {"file", text(finding.file)},
          {"line", finding.line},
          {"message", printable(describe(finding), true)},
          {"cause", to_json(finding.cause)},
          {"count", finding.count},
          {"kernel", text(finding.kernel)},
          {"other", std::move(other)},
          {"cases", texts(finding.cases)}};
}

/// `shown`: what the report says about it: one entry, or none.
Json to_json(const CheckResult& check, const std::vector<Earning>& shown) {
  const Points pending = is_open(check.verdict) ? check.max_points : Points{};
  return {{"verdict", name(check.verdict)},
          {"detail", shown.empty() ? Json("") : text(shown.front().detail)},
          {"causes", to_json(check.detail)},
          {"points", points(check.points)},
          {"max_points", points(check.max_points)},
          {"pending", points(pending)},
          {"cases", texts(check.cases)},
          {"values_right", check.values_right},
          {"broken_off", check.aborted},
          {"reproduce", text(check.reproduce)}};
}

Json to_json(const EfficiencyResult& efficiency, const Earning& shown) {
  const Points pending = is_open(efficiency.verdict) ? efficiency.max_points : Points{};
  return {{"metric", text(efficiency.metric)},
          {"kernel", text(efficiency.kernel)},
          {"at_least", efficiency.at_least ? number(efficiency.limit) : Json(nullptr)},
          {"at_most", efficiency.at_least ? Json(nullptr) : number(efficiency.limit)},
          {"value", efficiency.value ? number(*efficiency.value) : Json(nullptr)},
          {"points", points(efficiency.points)},
          {"max_points", points(efficiency.max_points)},
          {"pending", points(pending)},
          {"verdict", name(efficiency.verdict)},
          {"detail", text(shown.detail)},
          {"causes", to_json(efficiency.detail)}};
}

Json to_json(const LineCosts& line) {
  const auto per_request = [&](long long count) {
    return line.requests > 0 ? number(ratio_or(count, line.requests, 0)) : Json(nullptr);
  };
  const bool global = line.is_global(), shared = line.is_shared(), atomic = line.is_atomic();
  const Json unknown = nullptr;
  return {{"file", text(line.file)},
          {"line", line.line},
          {"access", text(line.access)},
          {"bytes", line.bytes},
          {"requests", line.requests},
          {"lanes", line.lanes},
          {"sectors", global ? Json(line.sectors) : unknown},
          {"sectors_per_request", global ? per_request(line.sectors) : unknown},
          {"ideal_sectors_per_request", global ? per_request(line.ideal_sectors) : unknown},
          {"useful_bytes", global ? Json(line.useful_bytes) : unknown},
          {"bank_passes", shared ? Json(line.passes) : unknown},
          {"bank_ways", shared ? number(ratio_or(line.passes, line.ideal_passes, 1)) : unknown},
          {"worst_bank_ways", shared ? Json(line.worst_ways) : unknown},
          {"same_address", atomic ? per_request(line.same_address) : unknown}};
}

Json to_json(const Occupancy& occupancy) {
  return {{"architecture", text(occupancy.architecture)},
          {"blocks", occupancy.blocks},
          {"warps", occupancy.warps},
          {"max_warps", occupancy.max_warps},
          {"share", number(occupancy.share())},
          {"registers", occupancy.registers > 0 ? Json(occupancy.registers) : Json(nullptr)},
          {"limited_by", text(occupancy.limited_by)}};
}

template <class Results>
Json list(const Results& results);

Json to_json(const KernelCosts& kernel) {
  return {{"kernel", text(kernel.kernel)},
          {"case", text(kernel.measured_in)},
          {"launches", kernel.launches},
          {"blocks", kernel.blocks},
          {"sampled_blocks", kernel.sampled_blocks},
          {"truncated", kernel.truncated},
          {"threads", kernel.threads},
          {"static_shared_bytes", kernel.static_shared},
          {"dynamic_shared_bytes", kernel.dynamic_shared},
          {"warps", kernel.warps},
          {"occupancy", kernel.occupancy ? to_json(*kernel.occupancy) : Json(nullptr)},
          {"simt_efficiency", number(kernel.simt_efficiency())},
          {"divergent_branches", number(kernel.divergent_branches())},
          {"barriers_per_block", number(kernel.barriers_per_block())},
          {"lines", list(kernel.lines)}};
}

Json to_json(const PerformanceResult& performance, const Earning& shown) {
  const bool measured = !performance.samples.empty() || performance.ratio > 0;
  const auto known = [=](double value) { return measured ? number(value) : Json(nullptr); };
  Json samples = Json::array();
  for (double sample : performance.samples) samples.push_back(number(sample));
  Json curve = Json::array();
  for (const auto& [ratio, share] : performance.curve)
    curve.push_back(Json::array({number(ratio), number(share)}));
  return {{"case", text(performance.name)},
          {"against", text(performance.against)},
          {"baseline", text(performance.baseline)},
          {"seconds", known(performance.seconds)},
          {"baseline_seconds", known(performance.baseline_seconds)},
          {"rounds", performance.rounds},
          {"ratio", known(performance.ratio)},
          {"low", known(performance.low)},
          {"high", known(performance.high)},
          {"points", points(performance.points)},
          {"max_points", points(performance.max_points)},
          {"pending", points(performance.pending)},
          {"verdict", name(performance.verdict)},
          {"ran", performance.ran},
          {"detail", text(shown.detail)},
          {"causes", to_json(performance.detail)},
          {"samples", std::move(samples)},
          {"curve", std::move(curve)},
          {"champion", performance.champion > 0 ? Json{{"ratio", number(performance.champion)},
                                                       {"on", text(performance.champion_on)}}
                                                : Json(nullptr)}};
}

Json amounts(const KernelResources& resources) {
  return {{"registers", resources.registers},
          {"shared_bytes", resources.shared_bytes},
          {"constant_bytes", resources.constant_bytes},
          {"local_bytes", resources.local_bytes},
          {"spill_bytes", resources.spill_bytes},
          {"max_threads", resources.max_threads > 0 ? Json(resources.max_threads) : Json(nullptr)}};
}

Json to_json(const std::vector<KernelResources>& kernels,
             const std::optional<KernelResources>& most) {
  Json json = amounts(most.value_or(KernelResources{}));
  if (!most)
    for (auto& [key, value] : json.items()) value = nullptr;
  json["kernels"] = Json::array();
  for (const KernelResources& kernel : kernels) {
    Json one = {{"kernel", text(kernel.kernel)}};
    one.update(amounts(kernel));
    json["kernels"].push_back(std::move(one));
  }
  return json;
}

Json to_json(const std::optional<TriedRemedy>& tried) {
  if (!tried) return nullptr;
  Json changes = Json::array();
  for (const Remedy& r : tried->changes)
    changes.push_back({{"id", text(r.id)},
                       {"file", text(r.file)},
                       {"line", r.line},
                       {"code", text(r.code)},
                       {"old_code", text(r.old_code)},
                       {"column", r.column},
                       {"cause", to_json(r.cause)}});
  using Outcome = TriedRemedy::Outcome;
  const char* const outcome = tried->outcome == Outcome::right  ? "right"
                              : tried->outcome == Outcome::less ? "less"
                                                                : "none";
  return {{"outcome", outcome},         {"changes", std::move(changes)},
          {"gone", texts(tried->gone)}, {"left", texts(tried->left)},
          {"cases", tried->cases},      {"untried_after", tried->seconds}};
}

/// The diffs as the report shows them: lines with their numbers.
Json to_json(const std::vector<FileDiff>& diffs) {
  Json files = Json::array();
  for (const FileDiff& diff : diffs) {
    Json lines = Json::array();
    for (const DiffLine& line : diff.lines)
      lines.push_back({{"change", line.kind == DiffLine::Kind::added     ? "added"
                                  : line.kind == DiffLine::Kind::removed ? "removed"
                                                                         : "kept"},
                       {"line", line.line},
                       {"text", text(line.text)}});
    files.push_back({{"file", text(diff.file)}, {"lines", std::move(lines)}});
  }
  return files;
}

Json to_json(const TaskPart& part);

/// Each result with what the report says about it.
template <class Results>
Json list(const Results& results, const std::vector<Earning>& shown) {
  Json json = Json::array();
  for (std::size_t i = 0; i < shown.size(); ++i) json.push_back(to_json(results[i], shown[i]));
  return json;
}

template <class Results>
Json list(const Results& results) {
  Json json = Json::array();
  for (const auto& result : results) json.push_back(to_json(result));
  return json;
}

Json to_json(const TaskPart& part) {
  const TaskResult& task = *part.task;
  Json json = {{"task", text(task.task)},
               {"verdict", name(task.verdict)},
               {"detail", text(task.detail)},
               {"causes", to_json(task.detail)},
               {"note", text(task.note)},
               {"written", part.written()},
               {"points", points(task.points)},
               {"max_points", points(task.max_points)},
               {"pending", points(task.pending)},
               {"cases", list(task.cases)},
               {"findings", list(task.findings)},
               {"checks", to_json(task.check, part.check)},
               {"on_finding",
                {{"rule", name(task.on_finding)},
                 {"detail", text(task.charged)},
                 {"causes", to_json(task.charged)}}},
               {"efficiency", list(task.efficiency, part.efficiency)},
               {"performance", list(task.performance, part.speed)},
               {"metrics", {{"kernels", list(task.metrics)}}},
               {"resources", to_json(task.resources, part.most)},
               {"tried", to_json(task.tried)}};
  if (part.fix && !part.fix->diffs.empty()) json["tried"]["diff"] = to_json(part.fix->diffs);
  if (!part.evidence.empty()) json["evidence"] = text(part.evidence);
  for (const std::string& size : task.case_sizes) json["case_sizes"].push_back(text(size));
  if (!task.unchanged_since.empty()) json["unchanged_since"] = text(task.unchanged_since);
  return json;
}

/// The parts of a task that the student's copy leaves out.
Json hidden_part(const TaskResult& task) {
  Json cases = Json::array(), findings = Json::array();
  for (const CaseResult& c : task.cases) {
    if (!c.hidden && c.unredacted.empty()) continue;
    cases.push_back({{"case", text(c.name)},
                     {"hidden", c.hidden},
                     {"verdict", name(c.verdict)},
                     {"detail", text(c.unredacted.empty() ? c.detail : c.unredacted)},
                     {"causes", to_json(c.unredacted.empty() ? c.detail : c.unredacted)},
                     {"reproduce", text(c.reproduce)},
                     {"seconds", number(c.seconds)}});
  }
  for (const Finding& finding : task.findings)
    if (finding.hidden) findings.push_back(to_json(finding));
  const Causes of_check = task.check.hidden ? task.check.detail : Causes{};
  Json efficiency = Json::array(), performance = Json::array();
  for (const EfficiencyResult& e : task.efficiency) efficiency.push_back(name(e.verdict));
  for (const PerformanceResult& p : task.performance) performance.push_back(name(p.verdict));
  Json checked = Json::array();
  for (const std::string& checked_case : task.check.cases) checked.push_back(text(checked_case));
  Json json = {{"task", text(task.task)},
               {"verdict", name(task.verdict)},
               {"efficiency", std::move(efficiency)},
               {"performance", std::move(performance)},
               {"cases", std::move(cases)},
               {"findings", std::move(findings)},
               {"check", text(of_check)},
               {"check_verdict", name(task.check.verdict)},
               {"checked", std::move(checked)},
               {"check_causes", to_json(of_check)},
               {"reproduce", text(task.check.reproduce)},
               {"printed", text(task.hidden_printed)}};
  if (!task.unredacted.empty()) json["untold"] = list(task.unredacted);
  return json;
}

Json seconds_as_json(const GradeResult& grade) {
  Json seconds = Json::object();
  for (const auto& [key, value] : grade.seconds) seconds[key] = number(value);
  return seconds;
}

/// A grade without its hidden parts: `shown` is a student's copy.
Json shown_part(const GradeResult& shown) {
  Json environment = Json::object();
  for (const auto& [key, value] : shown.environment) environment[valid_utf8(key)] = text(value);
  Json json = {{"schema", 1},
               {"lab", text(shown.lab)},
               {"backend", text(shown.backend)},
               {"real", name(shown.real)},
               {"seed", shown.seed},
               {"score", points(shown.score())},
               {"max_score", points(shown.max_score())},
               {"pending", points(shown.pending())},
               {"environment", std::move(environment)},
               {"seconds", seconds_as_json(shown)},
               {"compiler_output", text(shown.compiler_output)},
               {"tasks", list(make_document(shown).tasks)}};
  if (shown.feedback != FeedbackLevel::tried) json["tell"] = name(shown.feedback);
  return json;
}

bool any_left_out(const GradeResult& grade) {
  return any_hidden(grade) ||
         std::any_of(grade.tasks.begin(), grade.tasks.end(), [](const TaskResult& task) {
           return !task.unredacted.empty() ||
                  std::any_of(task.cases.begin(), task.cases.end(),
                              [](const CaseResult& c) { return !c.unredacted.empty(); });
         });
}

}  // namespace

nlohmann::ordered_json to_json(const GradeResult& grade) {
  Json json = shown_part(students_copy(grade));
  if (!any_left_out(grade)) return json;
  Json tasks = Json::array();
  for (const TaskResult& task : grade.tasks)
    if (!task.cases.empty()) tasks.push_back(hidden_part(task));
  json["hidden"] = {{"seconds", seconds_as_json(grade)}, {"tasks", std::move(tasks)}};
  return json;
}

std::string json_text(const GradeResult& grade) { return to_json(grade).dump(2) + "\n"; }

std::string students_json_text(const GradeResult& grade) {
  return shown_part(students_copy(grade)).dump(2) + "\n";
}

std::string students_json_text(const std::string& json) {
  Json all = Json::parse(json);
  if (all.erase("hidden") == 0) return json;
  return all.dump(2) + "\n";
}

}  // namespace warpgrade

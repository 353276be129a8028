#include "report/json.h"

#include <cmath>

#include "report/resources.h"
#include "report/text.h"

namespace warpgrade {
namespace {

using Json = nlohmann::ordered_json;

Json text(std::string_view text) { return valid_utf8(text); }

// Whole points as integers; a hundredth as the double nearest to it, which the library writes with
// the fewest digits that give that double back: 12.25, never 12.249999.
Json points(Points points) {
  if (points.hundredths() % 100 == 0) return points.hundredths() / 100;
  return points.value();
}

// JSON has no NaN and no infinity.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json to_json(const CaseResult& c) {
  return {{"case", text(c.name)},
          {"verdict", name(c.verdict)},
          {"detail", text(c.detail)},
          {"reproduce", text(c.reproduce)},
          {"seconds", number(c.seconds)}};
}

Json to_json(const Finding& finding) {
  return {{"kind", text(finding.kind)},       {"level", text(finding.level)},
          {"file", text(finding.file)},       {"line", finding.line},
          {"message", text(finding.message)}, {"count", finding.count}};
}

Json to_json(const PerformanceResult& performance) {
  const bool measured = !performance.samples.empty() || performance.ratio > 0;
  const auto known = [=](double value) { return measured ? number(value) : Json(nullptr); };
  Json samples = Json::array();
  for (double sample : performance.samples) samples.push_back(number(sample));
  return {{"case", text(performance.name)},
          {"against", text(performance.against)},
          {"ratio", known(performance.ratio)},
          {"low", known(performance.low)},
          {"high", known(performance.high)},
          {"points", points(performance.points)},
          {"max_points", points(performance.max_points)},
          {"verdict", name(performance.verdict)},
          {"detail", text(performance.detail)},
          {"samples", std::move(samples)}};
}

Json amounts(const KernelResources& resources) {
  return {{"registers", resources.registers},
          {"shared_bytes", resources.shared_bytes},
          {"constant_bytes", resources.constant_bytes},
          {"local_bytes", resources.local_bytes},
          {"spill_bytes", resources.spill_bytes},
          {"max_threads", resources.max_threads > 0 ? Json(resources.max_threads) : Json(nullptr)}};
}

Json to_json(const std::vector<KernelResources>& kernels) {
  const auto most = most_of(kernels);
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

Json to_json(const TaskResult& task);

template <class Results>
Json list(const Results& results) {
  Json json = Json::array();
  for (const auto& result : results) json.push_back(to_json(result));
  return json;
}

Json to_json(const TaskResult& task) {
  return {{"task", text(task.task)},
          {"verdict", name(task.verdict)},
          {"detail", text(task.detail)},
          {"points", points(task.points)},
          {"max_points", points(task.max_points)},
          {"pending", points(task.pending)},
          {"cases", list(task.cases)},
          {"findings", list(task.findings)},
          {"performance", list(task.performance)},
          {"metrics", Json::object()},
          {"resources", to_json(task.resources)}};
}

}  // namespace

nlohmann::ordered_json to_json(const GradeResult& grade) {
  Json environment = Json::object();
  for (const auto& [key, value] : grade.environment) environment[valid_utf8(key)] = text(value);
  return {{"schema", 1},
          {"lab", text(grade.lab)},
          {"backend", text(grade.backend)},
          {"real", name(grade.real)},
          {"seed", grade.seed},
          {"score", points(grade.score())},
          {"max_score", points(grade.max_score())},
          {"pending", points(grade.pending())},
          {"environment", std::move(environment)},
          {"compiler_output", text(grade.compiler_output)},
          {"tasks", list(grade.tasks)}};
}

std::string json_text(const GradeResult& grade) { return to_json(grade).dump(2) + "\n"; }

}  // namespace warpgrade

#include "gradebook/read_grade.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace warpgrade {
namespace {

Points points_of_json(const nlohmann::json& value) {
  return Points::hundredths(std::llround(value.get<double>() * 100));
}

}  // namespace

BookedGrade read_grade(const std::string& text, const std::string& lab) {
  const auto json = nlohmann::json::parse(text);
  BookedGrade grade;
  grade.lab = json.at("lab").get<std::string>();
  if (grade.lab != lab) throw std::runtime_error("it is a grade of " + grade.lab);
  grade.backend = json.at("backend").get<std::string>();
  grade.real = json.at("real").get<std::string>();
  grade.seed = json.at("seed").get<std::uint64_t>();
  grade.score = points_of_json(json.at("score"));
  grade.max_score = points_of_json(json.at("max_score"));
  grade.pending = points_of_json(json.at("pending"));
  const auto& environment = json.at("environment");
  grade.machine = environment.at("machine").get<std::string>();
  grade.grader = environment.at("version").get<std::string>();
  for (const auto& task : json.at("tasks")) {
    const auto name = task.at("task").get<std::string>();
    const auto verdict = task.at("verdict").get<std::string>();
    const auto check = task.at("checks").at("verdict").get<std::string>();
    grade.verdicts += (grade.verdicts.empty() ? "" : " ") + name + ":" + verdict;
    if (verdict != "grader-error" && check != "grader-error") continue;
    grade.open = true;
    if (!grade.cause.empty()) continue;
    const auto detail = (verdict == "grader-error" ? task : task.at("checks")).at("detail");
    grade.cause = name + ": " + detail.get<std::string>();
  }
  grade.json = text;
  return grade;
}

}  // namespace warpgrade

#include "formats/json.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/json/schema.h"
#include "export/class_export.h"
#include "formats/json_reading.h"
#include "report/document/task_status.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/export_samples.h"
#include "tests/unit/samples/grade_samples.h"

using namespace warpgrade;

namespace {

/// With a hidden case.
GradeResult with_hidden() {
  GradeResult grade = samples::wrong();
  CaseResult c = samples::failing("matmul_tiled", "hidden-1", Verdict::wrong, "it is 3");
  c.hidden = true;
  grade.tasks.at(0).cases.push_back(c);
  grade.tasks[0].findings.push_back(
      {"race", "error", "matmul.cu", 7, in_text("a message"), 1, "kernel"});
  grade.tasks[0].findings.back().hidden = true;
  return grade;
}

// The tests run in the project's folder, as `make test` starts them.
nlohmann::json schema_text(const std::string& name) {
  std::ifstream file(name);
  REQUIRE(file);
  return nlohmann::json::parse(file);
}

// "" or what the schema does not allow.
std::string violations(const nlohmann::json& json,
                       const std::string& schema_name = "docs/grade.schema.json") {
  const nlohmann::json rules = schema_text(schema_name);
  std::string text;
  for (const SchemaMistake& each : schema_errors(json, rules))
    text += mistake_line(schema_name, each.place, each.what) + "\n";
  return text;
}

nlohmann::json parsed(const GradeResult& grade) { return nlohmann::json::parse(json_text(grade)); }

}  // namespace

TEST_CASE("every sample grade fits the published schema") {
  for (const GradeResult& grade :
       {samples::untouched(), samples::compile_error(), samples::wrong(), samples::mixed(),
        samples::full_with_pending(), samples::full(), samples::checked(), samples::grader_error(),
        samples::hostile(), with_hidden()})
    CHECK(violations(parsed(grade)) == "");
}

TEST_CASE("a class's grades fit the published schema") {
  const std::string schema = "docs/class.schema.json";
  BookEntry group = samples::graded("bob", 60, 20);
  group.row.student.others = {"eve"};
  CountingRules rules;
  rules.due = 0;
  rules.late_penalty = parse_amount("12.5%", "");
  rules.counts = Counts::last_on_time;
  const auto grades = count_grades({samples::graded("ada", 87.5), group, samples::open("dee"),
                                    samples::graded("zed", 1, 0, 1, "2026-03-01T12:00:00Z")},
                                   rules);
  const auto mixed = [](const BookEntry&) { return json_text(samples::mixed()); };
  nlohmann::json all = nlohmann::json::parse(class_json(grades, rules, mixed));
  CHECK(violations(all, schema) == "");
  CHECK(all.at("late_penalty") == "12.5%");
  REQUIRE(all.at("students").size() == 5);
  CHECK(all.at("students")[2].at("labs")[0].at("state") == "open");
  CHECK(all.at("students")[2].at("labs")[0].at("points").is_null());
  CHECK(all.at("students")[3].at("labs")[0].at("group") == nlohmann::json({"bob", "eve"}));
  CHECK(all.at("students")[4].at("labs")[0].at("state") == "late-only");
  all["students"][0]["labs"][0]["state"] = "lost";
  CHECK(violations(all, schema) != "");
}

TEST_CASE("what is read again is what was written, but for costs and samples") {
  for (const GradeResult& grade : {samples::untouched(), samples::compile_error(), samples::wrong(),
                                   samples::mixed(), samples::full_with_pending(), samples::full(),
                                   samples::grader_error(), samples::hostile(), with_hidden()}) {
    nlohmann::json before = parsed(grade);
    const nlohmann::json again = parsed(parse_grade(before.dump()));
    for (nlohmann::json& task : before.at("tasks")) {
      task["metrics"]["kernels"] = nlohmann::json::array();
      for (nlohmann::json& speed : task["performance"]) {
        speed["samples"] = nlohmann::json::array();
        speed["rounds"] = 0;
      }
    }
    CHECK(nlohmann::json::diff(before, again).dump() == "[]");
  }
  CHECK_THROWS(parse_grade("{}"));
  CHECK_THROWS(parse_grade("not JSON"));
}

TEST_CASE("what is not written yet is so after reading, too, and in tables") {
  const GradeResult read = parse_grade(to_json(samples::untouched()).dump());
  for (const TaskResult& task : read.tasks) {
    CHECK(task_status(task) == TaskStatus::not_started);
    CHECK(table_verdict(task) == "not-written");
  }
  for (const TaskResult& task : parse_grade(to_json(samples::wrong()).dump()).tasks)
    CHECK(table_verdict(task) == name(task.verdict));
}

TEST_CASE("the schema refuses what is not a grade") {
  const nlohmann::json good = parsed(samples::mixed());
  const auto refused = [&](const std::string& pointer, const nlohmann::json& value) {
    nlohmann::json bad = good;
    bad[nlohmann::json::json_pointer(pointer)] = value;
    return violations(bad) != "";
  };
  CHECK(refused("/schema", 2));
  CHECK(refused("/backend", "opencl"));
  CHECK(refused("/score", "12"));
  CHECK(refused("/score", -1));
  CHECK(refused("/surprise", 1));
  CHECK(refused("/tasks/0/verdict", "fine"));
  CHECK(refused("/tasks/1/findings/0/level", "fatal"));
  CHECK(refused("/tasks/0/resources/registers", "many"));
  nlohmann::json bad = good;
  bad["tasks"][0].erase("pending");
  CHECK(violations(bad) != "");
}

TEST_CASE("a grade of before, with texts alone, is read with its texts") {
  const auto without_causes = [](auto& self, nlohmann::json& json) -> void {
    if (json.is_object()) json.erase("causes");
    if (json.is_structured())
      for (auto& each : json) self(self, each);
  };
  nlohmann::json old = parsed(samples::wrong()), again;
  without_causes(without_causes, old);
  REQUIRE(violations(old) == "");
  again = parsed(parse_grade(old.dump()));
  CHECK(again["tasks"][0]["cases"][4]["detail"] == old["tasks"][0]["cases"][4]["detail"]);
  CHECK(again["tasks"][0]["cases"][4]["causes"][0]["id"] == "text");
  CHECK(parse_grade(R"({"lab": "dot", "tasks": [{"task": "dot_best"}]})").tasks.size() == 1);
  CHECK_THROWS(parse_grade(R"({"lab": "dot"})"));
  CHECK_THROWS(parse_grade(R"({"tasks": [{"task": "a", "verdict": "fine"}]})"));
}

TEST_CASE("a cause of a grade of before has its name of today") {
  const auto grade = parse_grade(R"({"lab": "dot", "tasks": [{"task": "dot_best", "cases": [
    {"case": "a", "causes": [{"id": "oracle.remark", "facts": {"text": "largest residual 2"}}]}]}]})");
  REQUIRE(grade.tasks[0].cases[0].detail.size() == 1);
  CHECK(grade.tasks[0].cases[0].detail[0].id == "reference.remark");
}

TEST_CASE("the keys stand in the promised order") {
  const auto json = to_json(samples::mixed());
  const auto keys = [](const nlohmann::ordered_json& object) {
    std::string text;
    for (const auto& [key, value] : object.items()) text += key + " ";
    return text;
  };
  CHECK(keys(json) ==
        "schema lab backend real seed score max_score pending environment seconds "
        "compiler_output tasks ");
  CHECK(keys(json["tasks"][1]) ==
        "task verdict detail causes note written points max_points pending cases findings checks "
        "on_finding "
        "efficiency "
        "performance metrics resources tried evidence ");
  CHECK(keys(json["tasks"][1]["cases"][0]) ==
        "case hidden verdict detail causes reproduce seconds ");
  CHECK(keys(json["tasks"][1]["findings"][0]) ==
        "kind level file line message cause count kernel other cases ");
  CHECK(keys(json["tasks"][3]["performance"][0]) ==
        "case against baseline seconds baseline_seconds rounds ratio low high points max_points "
        "pending verdict ran detail causes samples curve champion ");
  CHECK(keys(json["tasks"][1]["resources"]) ==
        "registers shared_bytes constant_bytes local_bytes spill_bytes max_threads kernels ");
}

TEST_CASE("findings, costs and their points are told in full") {
  const auto json = parsed(samples::checked());
  const auto& t = json["tasks"][0];
  CHECK(t["findings"][0]["other"] == nlohmann::json{{"file", "matmul.cu"}, {"line", 4}});
  CHECK(t["findings"][1]["other"].is_null());
  CHECK(t["checks"]["verdict"] == "race");
  CHECK(t["checks"]["pending"] == 0);
  CHECK(json["tasks"][1]["checks"]["pending"] == 4);
  CHECK(t["efficiency"][0]["at_least"] == 0.8);
  CHECK(t["efficiency"][0]["at_most"].is_null());
  CHECK(t["efficiency"][1]["value"] == 8);
  const auto& kernel = t["metrics"]["kernels"][0];
  CHECK(kernel["simt_efficiency"] == 0.75);
  CHECK(kernel["divergent_branches"] == 0.1);
  CHECK(kernel["barriers_per_block"] == 2);
  CHECK(kernel["occupancy"]["share"] == 0.5);
  CHECK(kernel["lines"][0]["sectors_per_request"] == 32);
  CHECK(kernel["lines"][0]["ideal_sectors_per_request"] == 4);
  CHECK(kernel["lines"][0]["bank_ways"].is_null());
  CHECK(kernel["lines"][1]["bank_ways"] == 8);
  CHECK(kernel["lines"][1]["sectors"].is_null());
}

TEST_CASE("points are written exactly, for every hundredth") {
  GradeResult grade;
  grade.tasks.resize(1);
  for (long long n = 0; n <= 10000; ++n) {
    grade.tasks[0].points = Points::hundredths(n);
    const std::string text = to_json(grade)["score"].dump();
    if (text != Points::hundredths(n).text()) FAIL(text << " for " << n << " hundredths");
  }
}

TEST_CASE("score, pending and lost sum to the most") {
  const auto json = parsed(samples::mixed());
  CHECK(json["score"] == 54.25);
  CHECK(json["pending"] == 50);
  CHECK(json["max_score"] == 140);
}

TEST_CASE("bytes that are not UTF-8 are replaced, not thrown") {
  GradeResult grade = samples::hostile();
  grade.environment["host\xff"] = "\xc0\xaf";
  std::string text;
  REQUIRE_NOTHROW(text = json_text(grade));
  const auto json = nlohmann::json::parse(text);
  CHECK(json["environment"]["host\uFFFD"] == "\uFFFD\uFFFD");
  CHECK(text.find('\x1b') == std::string::npos);
}

TEST_CASE("what is not known is null") {
  GradeResult grade = samples::full_with_pending();
  auto json = to_json(grade)["tasks"][1];
  CHECK(json["performance"][0]["ratio"].is_null());
  CHECK(json["resources"]["registers"].is_null());
  CHECK(json["resources"]["kernels"].empty());
  CHECK(json["metrics"]["kernels"].empty());

  grade = samples::full();
  grade.tasks[1].performance[0].ratio = std::nan("");
  json = to_json(grade)["tasks"][1];
  CHECK(json["performance"][0]["ratio"].is_null());
}

TEST_CASE("resources are the most of all kernels, with the smallest of their largest blocks") {
  const auto json = to_json(samples::full())["tasks"][1]["resources"];
  CHECK(json["registers"] == 64);
  CHECK(json["shared_bytes"] == 16384);
  CHECK(json["spill_bytes"] == 24);
  CHECK(json["max_threads"] == 512);
  REQUIRE(json["kernels"].size() == 2);
  CHECK(json["kernels"][1]["kernel"] == "tail_kernel");
  CHECK(json["kernels"][1]["registers"] == 40);
}

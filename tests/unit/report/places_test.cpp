#include "report/document/places.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/fault.h"
#include "base/json/schema.h"
#include "formats/json.h"
#include "report/document/definition.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/grade_samples.h"

using namespace warpgrade;

namespace {

constexpr const char* source =
    "#include \"matmul.h\"\n"
    "// void matmul_tiled(int m) { in a comment\n"
    "void matmul_tiled(int m);\n"
    "__global__ void kernel(real* As) {\n"
    "\tAs[1] = /* é */ As[0];\n"
    "}\n"
    "void matmul_tiled(int m,\n"
    "                  int n) {\n"
    "}\n";

GradeResult racy() {
  GradeResult grade = samples::wrong();
  grade.sources = {{"matmul.cu", source}};
  TaskResult& task = grade.tasks[0];
  Finding race{"race", "error", "matmul.cu", 5, because("race.block", {{"array", "As"}}), 3};
  race.other_file = "matmul.cu";
  race.other_line = 6;
  task.findings = {race};
  return grade;
}

nlohmann::json sarif(const GradeResult& grade) {
  return nlohmann::json::parse(sarif_json(grade, "/home/ada/work"));
}

/// The schema that the SDK of SARIF's authors publishes: tests/sarif/LICENSE.
void require_sarif(const nlohmann::json& log) {
  static const nlohmann::json schema = read_json("tests/scripts/sarif/sarif-2.1.0-rtm.5.json");
  check_schema(log, schema, "a result");
}

}  // namespace

TEST_CASE("a finding stands at the access in its line, a failing case at its function") {
  const std::string lines = gcc_lines(racy(), "/");
  CHECK(lines.find("skeletons/matmul/matmul.cu:5:2: error: ") != lines.npos);
  CHECK(lines.find("[race.block, matmul_tiled]\n") != lines.npos);
  CHECK(lines.find("skeletons/matmul/matmul.cu:7:6: error: wrong in 33x65x32 and 33x65x64: ") !=
        lines.npos);
}

TEST_CASE("errors and warnings of the compiler keep their columns") {
  const std::string lines = gcc_lines(samples::compile_error(), "/");
  CHECK(lines.find("skeletons/matmul/matmul.cu:14:21: error: expected ';' before 'C'") == 0);
  CHECK(lines.find("skeletons/matmul/matmul.cu:31:9: warning: unused variable") != lines.npos);
  CHECK(lines.find("does not compile") == lines.npos);  // that is told by the errors
}

TEST_CASE("one line a finding, whatever its words hold") {
  GradeResult grade = samples::hostile();
  const std::string lines = gcc_lines(grade, "/");
  CHECK(lines.find('\x1b') == lines.npos);
  std::size_t from = 0;
  for (std::size_t end; (end = lines.find('\n', from)) != lines.npos; from = end + 1) {
    const std::string line = lines.substr(from, end - from);
    CAPTURE(line);
    CHECK((line.find(": error: ") != line.npos || line.find(": warning: ") != line.npos ||
           line.find(": note: ") != line.npos));
  }
  CHECK(from == lines.size());
}

TEST_CASE("files are named as they are reached from where the command runs") {
  GradeResult grade = racy();
  grade.submission = "/home/ada/work/lab 1";
  CHECK(gcc_lines(grade, "/home/ada/work").find("lab 1/matmul.cu:5:2: ") == 0);
  CHECK(gcc_lines(grade, "/home/bob").find("/home/ada/work/lab 1/matmul.cu:5:2: ") == 0);
  const auto uri = [&](const std::string& here) {
    return nlohmann::json::parse(sarif_json(grade, here))
        .at(nlohmann::json::json_pointer(
            "/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri"))
        .get<std::string>();
  };
  CHECK(uri("/home/ada/work") == "lab%201/matmul.cu");
  CHECK(uri("/home/bob") == "file:///home/ada/work/lab%201/matmul.cu");
}

TEST_CASE("every sample grade is SARIF by its schema") {
  for (const GradeResult& grade :
       {samples::untouched(), samples::compile_error(), samples::wrong(), samples::mixed(),
        samples::full_with_pending(), samples::full(), samples::checked(), samples::grader_error(),
        samples::hostile(), racy()})
    CHECK_NOTHROW(require_sarif(sarif(grade)));
}

TEST_CASE("a message in SARIF and JSON hides and reorders no text") {
  GradeResult grade = racy();
  grade.tasks[0].findings[0].cause = because("race.block", {{"spot", "A\u202e\uFFFF"}});
  for (const std::string& text : {sarif_json(grade, "/"), json_text(grade)}) {
    const auto told = nlohmann::json::parse(text).dump();
    CHECK(told.find(R"(A\\u202e\\uffff)") != told.npos);
  }
}

TEST_CASE("the schema of SARIF refuses what is none") {
  nlohmann::json log = sarif(racy());
  log["runs"][0]["results"][0].erase("message");
  CHECK_THROWS_AS(require_sarif(log), GraderError);
  log = sarif(racy());
  log["runs"][0]["results"][0]["level"] = "fatal";
  CHECK_THROWS_AS(require_sarif(log), GraderError);
}

TEST_CASE("a result names its rule, and the other party's place") {
  const nlohmann::json run = sarif(racy())["runs"][0];
  const nlohmann::json& result = run["results"][0];
  CHECK(result["ruleId"] == "race.block");
  CHECK(run["tool"]["driver"]["rules"][result["ruleIndex"].get<int>()]["id"] == "race.block");
  CHECK(result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 6);
}

TEST_CASE("our own trouble is no result, and the run no success") {
  const nlohmann::json run = sarif(samples::grader_error())["runs"][0];
  CHECK(run["invocations"][0]["executionSuccessful"] == false);
}

TEST_CASE("a function is found where it is defined, not where it is declared or spoken of") {
  const std::string code = code_alone(source);
  CHECK(code.size() == std::string(source).size());
  const std::size_t at = find_definition(code, "matmul_tiled");
  REQUIRE(at != code.npos);
  CHECK(std::count(code.begin(), code.begin() + static_cast<long>(at), '\n') == 6);
  CHECK(find_definition(code, "tiled") == code.npos);
}

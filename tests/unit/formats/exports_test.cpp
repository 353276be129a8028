#include "formats/exports.h"

#include <nlohmann/json.hpp>

#include "base/fault.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/grade_samples.h"

using namespace warpgrade;
using nlohmann::json;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("Gradescope gets a test for each task, and a score without what is open") {
  const GradeResult grade = samples::mixed();
  const json result = json::parse(gradescope_json(grade));
  CHECK(result.at("score") == grade.score().value());
  CHECK(result.at("extra_data").at("pending") == grade.pending().value());
  REQUIRE(result.at("tests").size() == grade.tasks.size());
  double sum = 0;
  for (const json& test : result.at("tests")) sum += test.at("score").get<double>();
  CHECK(sum == Approx(grade.score().value()));
  CHECK(result.at("tests")[0].at("status") == "passed");
  CHECK(result.at("tests")[1].at("status") == "failed");
  CHECK(result.at("tests")[3].at("status") == "failed");
  CHECK_FALSE(result.at("tests")[4].contains("status"));  // it did not run
  CHECK_THAT(result.at("tests")[3].at("output").get<std::string>(),
             Catch::Contains("30 points open"));
  CHECK(result.at("tests")[1].at("output").get<std::string>().find('\x1b') == std::string::npos);
}

TEST_CASE(
    "Gradescope's leaderboard gets what was measured, in names that say nothing of the value") {
  GradeResult grade = samples::full();
  const json board = json::parse(gradescope_json(grade)).at("leaderboard");
  REQUIRE_FALSE(board.empty());
  std::size_t measured = 0;
  for (TaskResult& task : grade.tasks)
    for (PerformanceResult& p : task.performance) {
      measured += p.ratio > 0;
      p.ratio *= 2;
    }
  CHECK(board.size() == measured);
  const json faster = json::parse(gradescope_json(grade)).at("leaderboard");
  CHECK(faster[0].at("name") == board[0].at("name"));
  CHECK(faster[0].at("value").get<double>() ==
        Approx(2 * board[0].at("value").get<double>()).epsilon(0.01));
  for (TaskResult& task : grade.tasks)
    for (PerformanceResult& p : task.performance) p.verdict = Verdict::wrong;
  CHECK_FALSE(json::parse(gradescope_json(grade)).contains("leaderboard"));
}

TEST_CASE("right work whose speed is open has not failed on Gradescope") {
  const json result = json::parse(gradescope_json(samples::full_with_pending()));
  for (const json& test : result.at("tests")) CHECK(test.at("status") == "passed");
}

TEST_CASE("JUnit: a wrong answer is a failure, a failure of ours an error, a missing GPU skipped") {
  const std::string mixed = junit_xml(samples::mixed());
  CHECK(count(mixed, "<testsuite ") == 5);
  CHECK(count(mixed, "<failure") > 0);
  CHECK(count(mixed, "<skipped") > 0);
  CHECK(count(mixed, "<testcase ") == count(mixed, "/>\n") + count(mixed, "</testcase>"));
  const std::string full = junit_xml(samples::full());
  CHECK_THAT(full, Catch::Contains("failures=\"0\" errors=\"0\" skipped=\"0\""));
  CHECK_THAT(full,
             Catch::Contains("name=\"speed against library: 1024x1024x1024\" time=\"0.001255\""));
  CHECK(count(junit_xml(samples::grader_error()), "<error ") == 1);
}

TEST_CASE("PrairieLearn gets a share of 1, and nothing where the trouble is ours") {
  const GradeResult grade = samples::full_with_pending();
  const json result = json::parse(prairielearn_json(grade));
  CHECK(result.at("gradable") == true);
  CHECK(result.at("score") == Approx(50.0 / 80));
  CHECK_THAT(result.at("message").get<std::string>(), Catch::Contains("30 points open"));
  const json ours = json::parse(prairielearn_json(samples::grader_error()));
  CHECK(ours.at("gradable") == false);
  CHECK_FALSE(ours.contains("score"));
}

TEST_CASE("Autolab gets one line") {
  CHECK(autolab_line(samples::full()) == "{\"scores\":{\"matmul\":60.0}}\n");
}

TEST_CASE("exports of hostile names and bytes can be read") {
  GradeResult grade = samples::mixed();
  grade.tasks[1].task = "a\"<script>&\x1b[31m\xff";
  grade.tasks[1].title = "]]><\x01";
  grade.tasks[1].printed = "</system-out><x>\xfe\x02";
  CHECK_NOTHROW(json::parse(gradescope_json(grade)));
  CHECK_NOTHROW(json::parse(prairielearn_json(grade)));
  const std::string xml = junit_xml(grade);
  CHECK(xml.find("<script>") == std::string::npos);
  CHECK(xml.find('\x1b') == std::string::npos);
  CHECK(xml.find('\x01') == std::string::npos);
  CHECK(count(xml, "</system-out>") == 1);
}

TEST_CASE("an unknown format is refused") {
  CHECK_THROWS_AS(exported(samples::full(), "blackboard"), UsageError);
  for (const std::string& format : export_formats())
    CHECK_FALSE(exported(samples::full(), format).empty());
}

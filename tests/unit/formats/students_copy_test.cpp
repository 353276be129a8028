#include "formats/students_copy.h"

#include <nlohmann/json.hpp>

#include "formats/exports.h"
#include "formats/json.h"
#include "formats/json_reading.h"
#include "pages/html.h"
#include "report/terminal.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/grade_samples.h"

using namespace warpgrade;

namespace {

// All that a hidden case can tell says TELLTALE, and the times are 47 s.
GradeResult revealing() {
  GradeResult grade = samples::wrong();
  grade.seconds = {{"build", 1}, {"held", 47.25}, {"cases", 47.25}, {"check", 47.25}};
  TaskResult& task = grade.tasks.at(0);
  CaseResult c = samples::failing(task.task, "hidden-1", Verdict::wrong, "TELLTALE is 131");
  c.hidden = true;
  c.reproduce = "TELLTALE --seed 131";
  c.seconds = 47.25;
  task.cases.push_back(c);
  c.name = "hidden-2";
  c.verdict = Verdict::ok;
  task.cases.push_back(c);
  Finding finding{"race", "error", "matmul.cu", 131, in_text("TELLTALE[131]"), 131, "TELLTALE"};
  finding.hidden = true;
  task.findings.push_back(finding);
  task.check.detail = as_text("in case hidden-1 TELLTALE");
  task.check.hidden = true;
  task.check.verdict = Verdict::pending;
  task.hidden_printed = "TELLTALE\n";
  KernelCosts costs;
  costs.kernel = "TELLTALE";
  costs.measured_in = "hidden-1";
  task.metrics = {costs};
  return grade;
}

bool reveals(const std::string& text) {
  return text.find("TELLTALE") != text.npos || text.find("47.25") != text.npos ||
         text.find("131") != text.npos;
}

}  // namespace

TEST_CASE("no output for students tells of a hidden case more than its verdict") {
  const GradeResult whole = revealing(), copy = students_copy(whole);
  CHECK(reveals(render(whole, {false, 80, true})));  // else this test would prove nothing
  CHECK_FALSE(reveals(render(copy, {false, 80, true})));
  CHECK(reveals(html_page(whole)));
  CHECK_FALSE(reveals(html_page(copy)));
  for (const std::string& format : export_formats()) {
    INFO(format);
    CHECK_FALSE(reveals(exported(whole, format)));
  }
  CHECK_FALSE(reveals(students_json_text(whole)));
  CHECK_FALSE(reveals(students_json_text(json_text(whole))));
  CHECK(copy.score() == whole.score());
  CHECK(copy.tasks[0].cases.size() == whole.tasks[0].cases.size());
  CHECK(render(copy, {false, 80, true, true}).find("hidden-1 (hidden)") != std::string::npos);
}

TEST_CASE("the instructor's JSON keeps what hidden cases tell, under a key of its own") {
  auto json = nlohmann::json::parse(json_text(revealing()));
  CHECK(reveals(json.at("hidden").dump()));
  const GradeResult again = parse_grade(json.dump());
  CHECK(again.tasks[0].cases.end()[-2].detail == as_text("TELLTALE is 131"));
  CHECK(again.tasks[0].findings.back().hidden);
  CHECK(again.tasks[0].hidden_printed == "TELLTALE\n");
  CHECK(again.seconds.at("cases") == 47.25);
  json.erase("hidden");
  CHECK_FALSE(reveals(json.dump()));
}

TEST_CASE("a grade without hidden cases is shown as it is") {
  for (const GradeResult& grade : {samples::wrong(), samples::mixed(), samples::checked()}) {
    CHECK(json_text(students_copy(grade)) == json_text(grade));
    CHECK_FALSE(nlohmann::json::parse(json_text(grade)).contains("hidden"));
  }
}

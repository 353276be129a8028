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

TEST_CASE("no output for students tells more of hidden cases than how many passed") {
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
  CHECK(render(copy, {false, 80, true, true}).find("hidden 2 of 2") != std::string::npos);
}

TEST_CASE("which hidden cases failed, and how, does not change what students see") {
  const auto with = [](const std::vector<Verdict>& verdicts) {
    GradeResult grade = samples::wrong();
    TaskResult& task = grade.tasks.at(0);
    task.verdict = task.check.verdict = Verdict::ok;
    task.detail.clear();
    task.findings.clear();
    task.cases = {samples::failing(task.task, "16", Verdict::ok, "")};
    task.check.cases = {"16"};
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      CaseResult c = samples::failing(task.task, "hidden-" + std::to_string(i + 1), verdicts[i],
                                      verdicts[i] == Verdict::ok ? "" : "TELLTALE");
      c.hidden = true;
      task.cases.push_back(c);
      task.verdict = worse(task.verdict, c.verdict);
      if (verdicts[i] == Verdict::ok) task.check.cases.push_back(c.name);
    }
    task.check.verdict = task.verdict;
    for (PerformanceResult& p : task.performance) {
      p.ran = false;
      p.verdict = task.verdict;
    }
    for (EfficiencyResult& e : task.efficiency) e.verdict = task.verdict;
    return grade;
  };
  const auto seen = [&](const std::vector<Verdict>& verdicts) {
    const GradeResult grade = with(verdicts), copy = students_copy(grade);
    std::string all = students_json_text(grade) + html_page(copy) +
                      render(copy, {false, 80, true}) + render(copy, {false, 80, true, true});
    for (const std::string& format : export_formats()) all += exported(grade, format);
    return all;
  };
  constexpr auto ok = Verdict::ok;
  const std::string one_failed = seen({Verdict::wrong, ok, ok, ok});
  CHECK(one_failed == seen({ok, ok, Verdict::crashed, ok}));
  CHECK(one_failed == seen({ok, Verdict::race, ok, ok}));
  CHECK(one_failed != seen({ok, Verdict::wrong, Verdict::wrong, ok}));
  CHECK(seen({Verdict::timeout, Verdict::out_of_bounds, ok, ok}) ==
        seen({ok, ok, Verdict::wrong, Verdict::wrong}));

  // The instructor sees all of it.
  const GradeResult whole = with({ok, ok, Verdict::crashed, ok});
  const GradeResult again = parse_grade(json_text(whole));
  CHECK(again.tasks[0].verdict == Verdict::crashed);
  CHECK(again.tasks[0].check.verdict == Verdict::crashed);
  CHECK(again.tasks[0].check.cases == whole.tasks[0].check.cases);
  REQUIRE(again.tasks[0].cases.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(again.tasks[0].cases[i].name == whole.tasks[0].cases[i].name);
    CHECK(again.tasks[0].cases[i].verdict == whole.tasks[0].cases[i].verdict);
    CHECK(again.tasks[0].cases[i].detail == whole.tasks[0].cases[i].detail);
  }
}

TEST_CASE("a verdict that visible cases have stays in the student's copy") {
  GradeResult grade = revealing();
  for (CaseResult& c : grade.tasks[0].cases)
    if (!c.hidden) c.verdict = Verdict::wrong;
  grade.tasks[0].cases[0].verdict = grade.tasks[0].verdict = Verdict::crashed;
  grade.tasks[0].detail.clear();
  CHECK(students_copy(grade).tasks[0].verdict == Verdict::crashed);
  grade.tasks[0].cases[0].verdict = Verdict::wrong;
  CHECK(students_copy(grade).tasks[0].verdict == Verdict::wrong);
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

// Which cases are used to try fixes.
#include "trials/trial_cases.h"

#include <vector>

#include "diagnosis/endless_loop.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

/// A wrong task whose cases took these seconds in the check; negative: not called there.
struct Sample {
  Task task;
  TaskResult result;

  explicit Sample(const std::vector<double>& seconds) {
    result.verdict = Verdict::wrong;
    for (const double each : seconds) {
      Case c;
      c.name = std::to_string(task.cases.size());
      task.cases.push_back(c);
      CaseResult found;
      found.name = c.name;
      found.verdict = Verdict::wrong;
      result.cases.push_back(found);
      if (each < 0) continue;
      result.check.cases.push_back(c.name);
      result.check.case_seconds.push_back(each);
    }
  }

  TrialCases chosen() const {
    return {task, result, [](const Case&) { return true; }};
  }
};

std::string names(const Task& task) {
  std::string all;
  for (const Case& c : task.cases) all += c.name;
  return all;
}

TEST_CASE("Trials call the quick cases of the check, the quickest first") {
  CHECK(names(Sample({0.3, 0.1, 5, -1, 0.2}).chosen().all()) == "140");
  // The quickest wrong case is called although it is slow.
  Sample slow({0.01, 3, 1.5});
  slow.result.cases[0].verdict = Verdict::ok;
  CHECK(names(slow.chosen().all()) == "02");
}

TEST_CASE("If the check left out all wrong cases, the quickest is tried") {
  Sample sample({0.2, -1, -1, -1});
  for (CaseResult& c : sample.result.cases) c.seconds = 0.01;
  sample.result.cases[0].verdict = Verdict::ok;
  sample.result.cases[1].seconds = 0.2;  // too slow with the check
  sample.result.cases[2].seconds = 0.05;
  CHECK(names(sample.chosen().all()) == "03");
  sample.result.cases[3].verdict = Verdict::ok;
  CHECK(names(sample.chosen().all()) == "02");
  sample.result.cases[0].verdict = Verdict::wrong;
  CHECK(names(sample.chosen().all()) == "0");
}

TEST_CASE("A hidden case is in no trial") {
  Sample sample({0.1, 0.2});
  sample.task.cases[0].hidden = sample.result.cases[0].hidden = true;
  CHECK(names(sample.chosen().all()) == "1");
  CHECK(sample.chosen().known_failures() == Failures{"case 1"});
}

TEST_CASE("After an endless call, trials begin with its case") {
  Sample sample({0.2, 2, -1});
  Finding finding;
  finding.kind = endless_loop;
  finding.cases = {"1"};
  sample.result.findings = {finding};
  CHECK(names(sample.chosen().all()) == "102");
  CHECK(names(sample.chosen().quickest({"case 0", "case 1"})) == "1");
}

TEST_CASE("A few wrong cases of one build are the sieve, and one for each finding") {
  Sample sample({0.1, 0.2, 0.3, 0.4, 0.45});
  for (const std::size_t i : {1, 2}) sample.task.cases[i].constants = {{"N", 7}};
  const Failures wrong = {"case 0", "case 1", "case 3", "case 4"};
  CHECK(names(sample.chosen().quickest(wrong)) == "034");
  Finding finding;
  finding.kind = "race";
  finding.cases = {"2"};
  sample.result.findings = {finding};
  Failures with_race = wrong;
  with_race.insert(finding_key(finding));
  CHECK(names(sample.chosen().quickest(with_race)) == "0342");
}

}  // namespace

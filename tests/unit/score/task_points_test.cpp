#include "score/task_points.h"

#include "base/fault.h"
#include "model/result.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

constexpr bool no_work = false;
const Points total = Points::hundredths(1000);

struct Hundredths {
  long long earned, pending, lost;
  bool operator==(const Hundredths&) const = default;
};

Hundredths points_for(const std::vector<CaseOutcome>& cases) {
  const TaskPoints points = correctness_points(total, cases);
  CHECK(points.earned + points.pending + points.lost == total);
  return {points.earned.hundredths(), points.pending.hundredths(), points.lost.hundredths()};
}

}  // namespace

TEST_CASE("points follow the weights of the cases that passed") {
  CHECK(points_for({{1, Verdict::ok}, {1, Verdict::ok}}) == Hundredths{1000, 0, 0});
  CHECK(points_for({{1, Verdict::ok}, {3, Verdict::wrong}}) == Hundredths{250, 0, 750});
  CHECK(points_for({{1, Verdict::ok}, {1, Verdict::crashed}, {1, Verdict::ok}}) ==
        Hundredths{667, 0, 333});
}

TEST_CASE("an empty function scores 0 although it passes size 0") {
  CHECK(points_for({{1, Verdict::ok, no_work}, {1, Verdict::wrong}}) == Hundredths{0, 0, 1000});
  CHECK(points_for({{1, Verdict::ok, no_work}, {1, Verdict::ok}}) == Hundredths{1000, 0, 0});
}

TEST_CASE("an edge case earns its part if another case passed") {
  CHECK(points_for({{1, Verdict::ok, no_work}, {1, Verdict::ok}, {2, Verdict::wrong}}) ==
        Hundredths{500, 0, 500});
}

TEST_CASE("an edge case is pending while the case with work is open") {
  CHECK(points_for({{1, Verdict::ok, no_work}, {1, Verdict::pending}, {2, Verdict::wrong}}) ==
        Hundredths{0, 500, 500});
  CHECK(points_for({{1, Verdict::wrong, no_work}, {1, Verdict::pending}}) ==
        Hundredths{0, 500, 500});
}

TEST_CASE("an open edge case is lost without a passed case") {
  CHECK(points_for({{1, Verdict::pending, no_work}, {1, Verdict::wrong}}) ==
        Hundredths{0, 0, 1000});
}

TEST_CASE("open verdicts are pending, never lost") {
  for (Verdict open : {Verdict::pending, Verdict::inconclusive, Verdict::grader_error})
    CHECK(points_for({{1, Verdict::ok}, {1, open}}) == Hundredths{500, 500, 0});
}

TEST_CASE("a passed case of weight 0 counts as work") {
  CHECK(points_for({{1, Verdict::ok, no_work}, {0, Verdict::ok}}) == Hundredths{1000, 0, 0});
}

TEST_CASE("points without a case with work are an error of the lab") {
  CHECK_THROWS_AS(correctness_points(total, {}), GraderError);
  CHECK_THROWS_AS(correctness_points(total, {{1, Verdict::ok, no_work}}), GraderError);
  CHECK(correctness_points(Points{}, {}).earned == Points{});
}

TEST_CASE("one verdict for a whole task") {
  CHECK(points_for_verdict(total, Verdict::compile_error).lost == total);
  CHECK(points_for_verdict(total, Verdict::pending).pending == total);
  CHECK(points_for_verdict(total, Verdict::grader_error).pending == total);
}

TEST_CASE("a grade is the sum of its tasks") {
  GradeResult grade;
  grade.tasks.resize(2);
  for (TaskResult& task : grade.tasks) {
    task.points = Points::hundredths(1225);
    task.pending = Points::hundredths(10);
    task.max_points = Points::hundredths(2000);
  }
  CHECK(grade.score().text() == "24.5");
  CHECK(grade.pending().text() == "0.2");
  CHECK(grade.max_score().text() == "40");
}

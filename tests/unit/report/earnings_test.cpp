#include "report/document/earnings.h"

#include "tests/unit/catch.h"
#include "tests/unit/samples/class_samples.h"

using namespace warpgrade;

namespace {

TaskResult timed(PerformanceResult speed) {
  TaskResult task;
  task.performance.push_back(std::move(speed));
  return task;
}

}  // namespace

TEST_CASE(
    "Who is faster than all points ask for hears how far that is, and where the champion is") {
  PerformanceResult speed = samples::measured(1.25, 0.002, 4, "library");
  speed.points = speed.max_points;
  CHECK(beyond_full_marks(speed) == "all points from 0.9× on");
  speed.champion = 2.5;
  speed.champion_on = "NVIDIA H100";
  CHECK(beyond_full_marks(speed) ==
        "all points from 0.9× on; our champion reached 2.5× (NVIDIA H100)");
  CHECK_THAT(speed_earnings(timed(speed)).front().text,
             Catch::Contains("(all points from 0.9× on; our champion reached 2.5× (NVIDIA H100))"));
}

TEST_CASE("Without all points, neither is told") {
  PerformanceResult speed = samples::measured(0.7, 0.002, 4, "library");
  speed.champion = 2.5;
  speed.champion_on = "NVIDIA H100";
  CHECK(beyond_full_marks(speed).empty());
  CHECK_THAT(speed_earnings(timed(speed)).front().text, !Catch::Contains("champion"));
}

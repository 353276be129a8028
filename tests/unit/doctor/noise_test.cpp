#include "doctor/noise.h"

#include "tests/unit/catch.h"

using namespace warpgrade::doctor;

TEST_CASE("equal times have no noise") {
  const auto noise = measure_noise(std::vector<double>(20, 0.5));
  REQUIRE(noise);
  CHECK(noise->seconds == 0.5);
  CHECK(noise->spread == 0);
  CHECK(noise->ratio == 0);
}

TEST_CASE("the noise of a ratio compares medians of alternating runs") {
  std::vector<double> seconds;
  for (int i = 0; i < 40; ++i) seconds.push_back(i % 2 == 0 ? 1.1 : 1.0);
  CHECK(measure_noise(seconds)->ratio == Approx(0.1));
  CHECK(measure_noise(seconds)->spread == Approx(0.1 / 1.05));

  // One outlier in five does not change a median; three do.
  seconds.assign(20, 1.0);
  seconds[0] = 9;
  CHECK(measure_noise(seconds)->ratio == 0);
  seconds[2] = seconds[4] = 9;
  CHECK(measure_noise(seconds)->ratio == Approx(8));

  // A steady slowdown spreads the times, but hardly changes the ratio.
  seconds.clear();
  for (int i = 0; i < 100; ++i) seconds.push_back(1 + 0.01 * i);
  CHECK(measure_noise(seconds)->spread > 0.5);
  CHECK(measure_noise(seconds)->ratio < 0.011);
}

TEST_CASE("no noise from too few times or from zero times") {
  CHECK_FALSE(measure_noise({}));
  CHECK_FALSE(measure_noise(std::vector<double>(9, 1.0)));
  CHECK_FALSE(measure_noise(std::vector<double>(20, 0.0)));
  CHECK(median({}) == 0);
  CHECK(median({3, 1, 2, 10}) == 2.5);
}

#include "doctor/noise.h"

#include "tests/unit/catch.h"

using namespace warpgrade::doctor;

TEST_CASE("equal times have no noise") {
  const auto noise = noise_of(std::vector<double>(20, 0.5));
  REQUIRE(noise);
  CHECK(noise->seconds == 0.5);
  CHECK(noise->spread == 0);
  CHECK(noise->ratio == 0);
}

TEST_CASE("noise of a ratio is that of medians of times taken in turn") {
  std::vector<double> seconds;
  for (int i = 0; i < 40; ++i) seconds.push_back(i % 2 == 0 ? 1.1 : 1.0);
  CHECK(noise_of(seconds)->ratio == Approx(0.1));
  CHECK(noise_of(seconds)->spread == Approx(0.1 / 1.05));

  // One time in five that is far off does not move a median; three do.
  seconds.assign(20, 1.0);
  seconds[0] = 9;
  CHECK(noise_of(seconds)->ratio == 0);
  seconds[2] = seconds[4] = 9;
  CHECK(noise_of(seconds)->ratio == Approx(8));

  // A machine that grows slower evenly makes times spread, and hardly a ratio.
  seconds.clear();
  for (int i = 0; i < 100; ++i) seconds.push_back(1 + 0.01 * i);
  CHECK(noise_of(seconds)->spread > 0.5);
  CHECK(noise_of(seconds)->ratio < 0.011);
}

TEST_CASE("too few times say nothing, and neither do times of nothing") {
  CHECK_FALSE(noise_of({}));
  CHECK_FALSE(noise_of(std::vector<double>(9, 1.0)));
  CHECK_FALSE(noise_of(std::vector<double>(20, 0.0)));
  CHECK(median_of({}) == 0);
  CHECK(median_of({3, 1, 2, 10}) == 2.5);
}

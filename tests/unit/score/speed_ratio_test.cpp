#include <algorithm>
#include <cmath>
#include <random>

#include "measure/comparison.h"
#include "score/speed_points.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

/// Times as a device gives them: a spread of 2 %, a slow drift that both contenders share, and now
/// and then a call that something held up.
class NoisyDevice {
 public:
  explicit NoisyDevice(unsigned seed) : random_(seed) {}

  SampleRound round(double ratio) {
    SampleRound round;
    drift_ *= 1 + 0.02 * normal_(random_);
    for (int i = 0; i < 7; ++i) {
      round.submission.push_back(sample(1e-3 / ratio));
      round.baseline.push_back(sample(1e-3));
    }
    return round;
  }

 private:
  double sample(double seconds) {
    const double late = random_() % 20 == 0 ? 1.3 : 1;
    return seconds * drift_ * late * std::exp(0.02 * normal_(random_));
  }

  std::mt19937 random_;
  std::normal_distribution<double> normal_;
  double drift_ = 1;
};

const Curve curve({{0.2, 0}, {0.5, 0.5}, {0.8, 1}});
const Points most = Points::hundredths(400);

Certainty judge(const SpeedRatio& speed) {
  const SpeedPoints points = speed_points(curve, most, speed.low, speed.high);
  if (points.open == Points{}) return Certainty::decided;
  return points.one_step ? Certainty::one_step : Certainty::open;
}

Comparison graded(double ratio, unsigned seed) {
  NoisyDevice noisy(seed);
  return compare([&] { return noisy.round(ratio); }, judge);
}

}  // namespace

TEST_CASE("median") {
  CHECK(median({}) == 0);
  CHECK(median({3}) == 3);
  CHECK(median({4, 1, 3}) == 3);
  CHECK(median({4, 1, 3, 2}) == 2.5);
}

TEST_CASE("a ratio of speeds and its interval") {
  const std::vector<double> slow(8, 2.0), fast(8, 1.0);
  const SpeedRatio half = speed_ratio({{slow, fast, ""}});
  CHECK(half.ratio == Approx(0.5));
  CHECK(half.low == Approx(0.5).epsilon(0.006));
  CHECK(half.high == Approx(0.5).epsilon(0.006));
  CHECK(half.low < 0.5);
  CHECK(half.high > 0.5);
  const SpeedRatio twice = speed_ratio({{fast, slow, ""}});
  CHECK(twice.ratio == Approx(2.0));

  SECTION("a few late calls move nothing") {
    std::vector<double> late = fast;
    late[3] = 50;
    CHECK(speed_ratio({{slow, late, ""}}).ratio == Approx(0.5));
  }
  SECTION("what drifts from round to round moves nothing") {
    const std::vector<double> four(8, 4.0);
    const SpeedRatio same = speed_ratio({{slow, fast, ""}, {four, slow, ""}});
    CHECK(same.low > 0.495);
    CHECK(same.high < 0.505);
  }
  SECTION("few samples say little") {
    const SpeedRatio few = speed_ratio({{{1, 1, 1}, {1, 1, 1}, ""}});
    CHECK(few.low < 0.81);
    CHECK(few.high > 1.24);
  }
}

TEST_CASE("points are correct three percent away from a threshold") {
  int undecided = 0, rounds = 0;
  for (unsigned trial = 0; trial < 100; ++trial) {
    for (const double side : {0.97, 1.03}) {
      const Comparison found = graded(0.8 * side, trial);
      rounds += found.rounds;
      if (found.certainty != Certainty::decided) {
        ++undecided;
        continue;
      }
      const Points earned = speed_points(curve, most, found.speed.low, found.speed.high).earned;
      CHECK((earned == most) == (side > 1));
    }
  }
  CHECK(undecided <= 4);
  CHECK(rounds < 200 * 5);
}

TEST_CASE("a ratio on a threshold leaves one step in doubt") {
  const Comparison found = graded(0.8, 1);
  CHECK(found.certainty == Certainty::one_step);
  CHECK(found.rounds == 8);
  const SpeedPoints points = speed_points(curve, most, found.speed.low, found.speed.high);
  CHECK(points.earned == Points::hundredths(350));
  CHECK(points.open == Points::hundredths(50));
}

TEST_CASE("one step in doubt ends slow rounds, several do not") {
  const SampleRound round{std::vector<double>(8, 1.0), std::vector<double>(8, 1.0), ""};
  const Budget after_one{.slow = 0};
  const auto rounds = [&](Certainty certainty) {
    return compare([&] { return round; }, [&](const SpeedRatio&) { return certainty; }, after_one)
        .rounds;
  };
  CHECK(rounds(Certainty::one_step) == 1);
  CHECK(rounds(Certainty::open) == 8);
  CHECK(judge({0.75, 0.7, 0.8}) == Certainty::open);
}

TEST_CASE("disturbed rounds are discarded") {
  int calls = 0;
  const auto decided = [](const SpeedRatio&) { return Certainty::decided; };
  SECTION("all of them") {
    const Comparison found = compare(
        [&] {
          ++calls;
          return SampleRound{{1, 1}, {1, 1}, "another program"};
        },
        decided, {.most_rounds = 3});
    CHECK(calls == 3);
    CHECK(found.useful.empty());
    CHECK(found.disturbed == "another program");
    CHECK(found.certainty == Certainty::open);
  }
  SECTION("some") {
    const Comparison found = compare(
        [&] {
          SampleRound round{std::vector<double>(8, 1.0), std::vector<double>(8, 1.0), ""};
          if (++calls == 1) round = {std::vector<double>(8, 9.0), std::vector<double>(8, 1.0), "x"};
          return round;
        },
        decided);
    CHECK(found.speed.ratio == Approx(1));
    CHECK(found.rounds == 2);
    CHECK(found.certainty == Certainty::decided);
  }
}

TEST_CASE("points for speed come in steps of half a point") {
  CHECK(points_at(curve, most, 0.1) == Points{});
  CHECK(points_at(curve, most, 0.5) == Points::hundredths(200));
  CHECK(points_at(curve, most, 0.57) == Points::hundredths(200));
  CHECK(points_at(curve, most, 0.799) == Points::hundredths(350));
  CHECK(points_at(curve, most, 0.8) == most);
  CHECK(points_at(curve, most, 7) == most);
  CHECK(points_at(curve, Points::hundredths(25), 0.79) == Points{});
  CHECK(points_at(curve, Points::hundredths(25), 0.8) == Points::hundredths(25));
  CHECK(points_at(curve, Points::hundredths(125), 0.8) == Points::hundredths(125));
  CHECK(points_at(curve, Points{}, 1) == Points{});
  // A knot that falls on a step reaches it, whatever a division leaves of it.
  const Curve thirds({{0, 0}, {0.9, 0.9}});
  CHECK(points_at(thirds, Points::hundredths(500), 0.3) == Points::hundredths(150));
}

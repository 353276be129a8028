#include "score/curve.h"

#include <cmath>
#include <limits>

#include "base/fault.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

TEST_CASE("a curve is linear between its points and clamped outside") {
  const Curve curve({{0.2, 0.0}, {0.6, 0.5}, {0.9, 1.0}});
  CHECK(curve.share(0) == 0);
  CHECK(curve.share(0.2) == 0);
  CHECK(curve.share(0.4) == Approx(0.25));
  CHECK(curve.share(0.6) == 0.5);
  CHECK(curve.share(0.75) == Approx(0.75));
  CHECK(curve.share(0.9) == 1);
  CHECK(curve.share(17) == 1);
  CHECK(curve.share(std::numeric_limits<double>::infinity()) == 1);
}

TEST_CASE("one point is a constant") {
  CHECK(Curve({{1, 0.5}}).share(0) == 0.5);
  CHECK(Curve({{1, 0.5}}).share(2) == 0.5);
}

TEST_CASE("full marks begin where the curve stops rising") {
  CHECK(Curve({{0.1, 0}, {0.8, 1}, {2, 1}}).full_at() == 0.8);
}

TEST_CASE("a NaN ratio is an error") {
  CHECK_THROWS_AS(Curve({{0, 0}, {1, 1}}).share(std::nan("")), GraderError);
}

TEST_CASE("a bad curve is refused with the place and the reason") {
  CHECK(Curve::fault({{0, 0}, {1, 1}}).empty());
  CHECK(Curve::fault({}) == "it has no points; at least one [ratio, share] was expected");
  CHECK(Curve::fault({{0.8, 0}, {0.5, 1}}) == "point 1: the ratio 0.5 does not rise above 0.8");
  CHECK(Curve::fault({{0.8, 0}, {0.8, 1}}) == "point 1: the ratio 0.8 does not rise above 0.8");
  CHECK(Curve::fault({{0, 0}, {1, 1.5}}) == "point 1: the share 1.5 does not lie in 0 … 1");
  CHECK(Curve::fault({{0, -0.1}}) == "point 0: the share -0.1 does not lie in 0 … 1");
  CHECK(Curve::fault({{0, 0.5}, {1, 0.4}}) ==
        "point 1: the share 0.4 falls below 0.5, so faster would earn less");
  CHECK_FALSE(Curve::fault({{std::nan(""), 0}}).empty());
  CHECK_FALSE(Curve::fault({{0, std::nan("")}}).empty());
  CHECK_THROWS_AS(Curve({{1, 0}, {0, 1}}), GraderError);
}

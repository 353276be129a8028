#include "measure/slowdown.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

TEST_CASE("windows are slowed if their median exceeds all of the calibration") {
  const std::vector<double> alone = {1.00, 1.02, 1.01};
  CHECK_FALSE(slowed({1.00, 1.01, 1.02}, alone, 0));
  CHECK(slowed({1.10, 1.11, 1.12}, alone, 0));
  CHECK_FALSE(slowed({1.10, 1.11, 1.12}, alone, 0.1));
}

TEST_CASE("a few late windows are noise, mostly late ones are not") {
  const std::vector<double> alone = {1, 1, 1};
  CHECK_FALSE(slowed({1, 1, 1, 9, 9}, alone, 0.02));
  CHECK(slowed({1, 1, 9, 9, 9}, alone, 0.02));
}

TEST_CASE("without windows nothing is slowed") {
  CHECK_FALSE(slowed({}, {1}, 0));
  CHECK_FALSE(slowed({2}, {}, 0));
}

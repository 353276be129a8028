#include "process/pace.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

Work work(double flops) {
  Work work{};
  work.flops = flops;
  return work;
}

}  // namespace

TEST_CASE("the next call is estimated from the longest one, by work") {
  Pace pace;
  CHECK(pace.seconds(work(1e9)) == 0);
  pace.note(work(100), 0.01);  // most of it is not the function's
  pace.note(work(1e6), 0.5);
  pace.note(work(10), 0.02);
  CHECK(pace.seconds(work(1e8)) == Approx(50));
  CHECK(pace.seconds(work(0)) == 0);
}

TEST_CASE("a call without work gives no estimate") {
  Pace pace;
  pace.note(work(0), 3);
  CHECK(pace.seconds(work(1)) == 0);
}

#include "memcheck/unchecked_run.h"

#include <thread>

#include "tests/unit/catch.h"

using namespace warpgrade;

TEST_CASE("code that is slow without the check may be too slow for it") {
  const double cores = std::max(1u, std::thread::hardware_concurrency());
  CHECK(may_be_too_slow({true, 20 / cores}, 4e6, 20));
  CHECK_FALSE(may_be_too_slow({true, 0.001 / cores}, 4e6, 20));
}

TEST_CASE("a case with few operations cannot be too slow, even if it waits without the check") {
  CHECK_FALSE(may_be_too_slow({true, 10}, 1000, 20));
  CHECK_FALSE(may_be_too_slow({true, 10}, 0, 20));
}

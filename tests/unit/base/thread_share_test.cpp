#include "base/thread_share.h"

#include <atomic>
#include <memory>
#include <vector>

#include "base/machine_limits.h"
#include "base/parallel_for.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

TEST_CASE("a grade uses its share of the cores") {
  STATIC_REQUIRE(thread_share(16, 1) == 16);
  STATIC_REQUIRE(thread_share(16, 3) == 5);
  STATIC_REQUIRE(thread_share(16, 40) == 1);
  STATIC_REQUIRE(thread_share(2, 0) == 2);
  STATIC_REQUIRE(thread_share(16, 17, 17) == 16);
  STATIC_REQUIRE(thread_share(16, 32, 4) == 2);
}

TEST_CASE("concurrent grades get smaller shares") {
  const unsigned cores = usable_cores();
  if (cores == 1) return;
  std::vector<std::unique_ptr<RunningGrade>> grades;
  for (unsigned i = 0; i < cores; ++i) grades.push_back(std::make_unique<RunningGrade>());
  CHECK(thread_share() == 1);
  CHECK(process_share() >= 1);
  CHECK(process_share() <= cores);
}

TEST_CASE("nested loops use the rest of the share") {
  const ComputeThreads outer(1000);
  CHECK(outer.count() >= 1);
  CHECK(outer.count() <= usable_cores());
  const ComputeThreads inner(1000);
  CHECK(outer.count() + inner.count() <= usable_cores() + 1);
  std::atomic<int> calls{0};
  parallel_for(100, 0, [&](std::size_t) { ++calls; });
  CHECK(calls == 100);
}

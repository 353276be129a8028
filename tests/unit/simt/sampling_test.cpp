// Which blocks the check's costs come from.
#include "simt/check/metrics/sampling.h"

#include <set>
#include <vector>

#include "tests/unit/catch.h"

namespace simt::check {
namespace {

std::vector<std::uint64_t> sampled(Sampling& sampling, std::uint64_t blocks) {
  sampling.launch("k", blocks);
  std::vector<std::uint64_t> all;
  for (std::uint64_t b = 0; b < blocks; ++b)
    if (sampling.has(b)) all.push_back(b);
  return all;
}

Sampling begun(std::uint32_t secret) {
  Sampling sampling;
  sampling.begin(secret);
  return sampling;
}

TEST_CASE("One block of each third of a launch is sampled, all of a small one") {
  for (std::uint32_t secret = 0; secret < 100; ++secret) {
    Sampling sampling = begun(secret);
    const auto blocks = sampled(sampling, 100);
    REQUIRE(blocks.size() == 3);
    CHECK(blocks[0] < 33);
    CHECK((blocks[1] >= 33 && blocks[1] < 66));
    CHECK(blocks[2] >= 66);
  }
  for (std::uint64_t n = 1; n <= 3; ++n) {
    Sampling sampling = begun(7);
    CHECK(sampled(sampling, n).size() == n);
  }
}

TEST_CASE("Which blocks and launches are sampled follows from the secret alone") {
  std::set<std::uint64_t> firsts, launches;
  for (std::uint32_t secret = 0; secret < 200; ++secret) {
    Sampling sampling = begun(secret), again = begun(secret);
    const auto blocks = sampled(sampling, 100);
    CHECK(blocks == sampled(again, 100));
    firsts.insert(blocks[0]);
    for (std::uint64_t launch = 2; launch < 16; ++launch)
      if (!sampled(sampling, 100).empty()) launches.insert(launch);
  }
  CHECK(firsts.size() > 25);     // of 33
  CHECK(launches.size() == 14);  // each was, with some secret
}

TEST_CASE("Of a kernel that is launched again and again, fewer and fewer launches are sampled") {
  Sampling sampling = begun(3);
  int count = 0;
  for (int launch = 1; launch < 1024; ++launch) count += !sampled(sampling, 10).empty();
  CHECK(count == 10);
}

}  // namespace
}  // namespace simt::check

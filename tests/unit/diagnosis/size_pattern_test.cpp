#include "diagnosis/size_pattern.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

using Sizes = std::map<std::string, long long>;

std::string describe_pattern(const std::vector<Sizes>& wrong, const std::vector<Sizes>& right) {
  std::vector<SizedCase> cases;
  for (const Sizes& s : wrong) cases.push_back({s, true});
  for (const Sizes& s : right) cases.push_back({s, false});
  const auto cause = what_sizes_share(cases);
  return cause ? describe(*cause) : "";
}

Sizes block(long long n, long long block_size) { return {{"n", n}, {"block_size", block_size}}; }

}  // namespace

TEST_CASE("what all wrong cases' sizes have and no right case's have is told", "[size-pattern]") {
  CHECK(describe_pattern({block(33, 96), block(40, 160), block(33, 992)},
                         {block(33, 32), block(17, 64), block(100, 512)}) ==
        "In all 3 wrong cases block_size is not a power of two; in all 3 right cases it is.");
  CHECK(describe_pattern({block(33, 96), block(41, 32), block(31, 32)},
                         {block(24, 96), block(48, 32), block(40, 160)}) ==
        "In all 3 wrong cases n is not a multiple of 8; in all 3 right cases it is.");
  CHECK(describe_pattern({block(24, 96), block(48, 32), block(40, 160)},
                         {block(33, 96), block(41, 32), block(31, 32)}) ==
        "In all 3 wrong cases n is a multiple of 8; in all 3 right cases it is not.");
  CHECK(describe_pattern({block(33, 96), block(41, 32), block(31, 32)},
                         {block(34, 96), block(42, 32), block(38, 32)}) ==
        "In all 3 wrong cases n is odd; in all 3 right cases it is even.");
  const std::vector<Sizes> shorter = {block(33, 96), block(40, 64),  block(31, 32),
                                      block(50, 64), block(60, 256), block(90, 96)},
                           longer = {block(133, 96), block(40, 32),  block(99, 32),
                                     block(64, 64),  block(300, 96), block(70, 32)};
  CHECK(describe_pattern(shorter, longer) ==
        "In all 6 wrong cases n is less than block_size; in all 6 right cases it is not.");
  CHECK(describe_pattern({shorter.begin(), shorter.begin() + 3},
                         {longer.begin(), longer.begin() + 3}) == "");
  CHECK(describe_pattern({{{"m", 6}, {"n", 7}}, {{"m", 9}, {"n", 4}}, {{"m", 1}, {"n", 2}}},
                         {{{"m", 7}, {"n", 7}}, {{"m", 4}, {"n", 4}}, {{"m", 1}, {"n", 1}}}) ==
        "In all 3 wrong cases m and n differ; in all 3 right cases they are equal.");
  CHECK(describe_pattern({block(100, 96), block(131, 32), block(2000, 160)},
                         {block(99, 96), block(10, 32), block(8, 160)}) ==
        "In all 3 wrong cases n is 100 or more; in all 3 right cases it is 99 or less.");
  CHECK(describe_pattern({block(99, 96), block(10, 32), block(65, 160)},
                         {block(100, 96), block(131, 32), block(2000, 160)}) ==
        "In all 3 wrong cases n is 99 or less; in all 3 right cases it is 100 or more.");
}

TEST_CASE("a case of size 0 does not count, and that is told", "[size-pattern]") {
  const std::vector<Sizes> wrong = {block(100, 96), block(131, 32), block(2000, 160)},
                           right = {block(99, 96), block(10, 32), block(8, 160)};
  const auto with_none = [](std::vector<Sizes> sizes) {
    sizes.push_back(block(0, 32));
    return sizes;
  };
  const std::string text =
      "Cases with a size of 0 aside: In all 3 wrong cases n is 100 or more; in all 3 right cases "
      "it is 99 or less.";
  CHECK(describe_pattern(with_none(wrong), right) == text);
  CHECK(describe_pattern(wrong, with_none(right)) == text);
}

TEST_CASE("nothing is told of sizes by few cases, nor by what some share", "[size-pattern]") {
  CHECK(describe_pattern({block(33, 96), block(40, 160)},
                         {block(33, 32), block(17, 64), block(9, 512)}) == "");
  CHECK(describe_pattern({block(33, 96), block(40, 160), block(0, 96)},
                         {block(33, 32), block(17, 64), block(9, 512)}) == "");
  CHECK(describe_pattern({block(33, 96), block(40, 32), block(7, 992)},
                         {block(33, 32), block(17, 64), block(40, 96)}) == "");
  CHECK(describe_pattern({}, {}) == "");
}

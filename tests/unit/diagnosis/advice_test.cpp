#include "diagnosis/advice.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

KernelCosts kernel() {
  KernelCosts costs;
  costs.kernel = "k";
  costs.threads = 256;
  costs.blocks = costs.sampled_blocks = 3;
  costs.steps = 100000;
  costs.lane_steps = 32 * costs.steps;
  return costs;
}

LineCosts access(const char* name, int line, long long requests) {
  LineCosts costs;
  costs.file = "a.cu";
  costs.line = line;
  costs.access = name;
  costs.bytes = 4;
  costs.requests = requests;
  costs.lanes = 32 * requests;
  return costs;
}

LineCosts global(const char* name, int line, long long requests, double sectors, double ideal) {
  LineCosts costs = access(name, line, requests);
  costs.sectors = static_cast<long long>(sectors * static_cast<double>(requests));
  costs.ideal_sectors = static_cast<long long>(ideal * static_cast<double>(requests));
  return costs;
}

LineCosts shared(int line, long long requests, long long ways) {
  LineCosts costs = access("shared load", line, requests);
  costs.passes = ways * requests;
  costs.ideal_passes = requests;
  return costs;
}

std::vector<std::string> kinds(const KernelCosts& costs) {
  std::vector<std::string> found;
  for (const Advice& advice : advice_on(costs)) found.push_back(advice.finding.kind);
  return found;
}

using Kinds = std::vector<std::string>;

}  // namespace

TEST_CASE("a column is called by its name, with what would do") {
  KernelCosts costs = kernel();
  costs.lines = {global("global load", 31, 1000, 32, 4)};
  const auto advice = advice_on(costs);
  REQUIRE(advice.size() == 1);
  CHECK(advice[0].finding.level == "advice");
  CHECK(advice[0].finding.line == 31);
  CHECK(advice[0].finding.kernel == "k");
  CHECK_THAT(describe(advice[0].finding), Catch::Contains("read down a column") &&
                                              Catch::Contains("32 sectors") &&
                                              Catch::Contains("where 4 would do"));
}

TEST_CASE("what is nearly as good as can be is not worth a word") {
  KernelCosts costs = kernel();
  costs.lines = {global("global load", 1, 1000, 5, 4), global("global load", 2, 1000, 1, 1)};
  CHECK(kinds(costs).empty());
}

TEST_CASE("where points for moved bytes are lost, the worst line is named") {
  TaskResult result;
  result.metrics = {kernel()};
  result.metrics[0].lines = {global("global load", 1, 1000, 5, 4),
                             global("global load", 2, 1000, 7, 4)};
  EfficiencyResult lost;
  lost.metric = "useful_bytes";
  lost.value = 0.6;
  lost.max_points = Points::hundredths(100);
  lost.verdict = Verdict::wrong;
  name_worst_traffic(result);
  CHECK(result.findings.empty());
  result.efficiency = {lost};
  name_worst_traffic(result);
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].line == 2);
  CHECK_THAT(describe(result.findings[0]), Catch::Contains("7 sectors"));
  name_worst_traffic(result);
  CHECK(result.findings.size() == 1);
}

TEST_CASE("few requests, and lines with little of the traffic, are left alone") {
  KernelCosts costs = kernel();
  costs.lines = {global("global load", 1, 10, 32, 4)};
  CHECK(kinds(costs).empty());
  costs.lines = {global("global load", 1, 100, 32, 4), global("global load", 2, 10000, 4, 4)};
  CHECK(kinds(costs).empty());
}

TEST_CASE("a single thread of each warp is no pattern of a warp") {
  KernelCosts costs = kernel();
  costs.lines = {global("global store", 1, 1000, 8, 1)};
  costs.lines[0].lanes = 1000;
  CHECK(kinds(costs).empty());
}

TEST_CASE("bank conflicts are counted in turns") {
  KernelCosts costs = kernel();
  costs.lines = {shared(5, 1000, 8), shared(6, 1000, 1)};
  const auto advice = advice_on(costs);
  REQUIRE(advice.size() == 1);
  CHECK(advice[0].finding.line == 5);
  CHECK_THAT(describe(advice[0].finding), Catch::Contains("8 turns where one would do"));
}

TEST_CASE("atomics on one address are advised against only when many share it") {
  KernelCosts costs = kernel();
  costs.lines = {access("global atomic", 9, 1000)};
  costs.lines[0].same_address = 32000;
  CHECK(kinds(costs) == Kinds{"atomics"});
  costs.lines[0].same_address = 2000;
  CHECK(kinds(costs).empty());
}

TEST_CASE("idle threads of a warp are told with their reason") {
  KernelCosts costs = kernel();
  costs.lane_steps = 10 * costs.steps;
  costs.branches = 100;
  costs.divergent = 40;
  auto advice = advice_on(costs);
  REQUIRE(advice.size() == 1);
  CHECK_THAT(describe(advice[0].finding), Catch::Contains("only 10 of 32 threads") &&
                                              Catch::Contains("split at 40 % of their branches"));
  costs.threads = 10;
  advice = advice_on(costs);
  CHECK_THAT(describe(advice[0].finding), Catch::Contains("a block has 10 threads"));
  costs.lane_steps = 30 * costs.steps;
  CHECK(kinds(costs).empty());
}

TEST_CASE("low occupancy is told with what limits it") {
  KernelCosts costs = kernel();
  costs.occupancy = Occupancy{"8.0", 1, 8, 64, 0, "shared memory"};
  costs.static_shared = 100 << 10;
  auto advice = advice_on(costs);
  REQUIRE(advice.size() == 1);
  CHECK_THAT(describe(advice[0].finding),
             Catch::Contains("8 of 64 warps") && Catch::Contains("100 KiB of shared memory"));
  costs.occupancy->warps = 16;
  CHECK(kinds(costs).empty());
}

TEST_CASE("advice comes behind the findings, worst first, and once for a line") {
  TaskResult result;
  result.findings = {{"race", "error", "a.cu", 99, in_text("m"), 1}};
  KernelCosts one = kernel(), two = kernel();
  one.lines = {global("global load", 1, 1000, 16, 4), global("global load", 2, 1000, 32, 4),
               global("global load", 2, 1000, 31, 4)};
  two.lines = {global("global load", 3, 1000, 32, 1)};
  result.metrics = {one, two};
  const auto lines = [&](const std::vector<std::string>& expected) {
    TaskResult all = result;
    add_advice(all, expected);
    std::vector<int> found;
    for (const Finding& f : all.findings) found.push_back(f.line);
    return found;
  };
  CHECK(lines({}) == std::vector<int>{99, 3, 2, 1});
  // What the task's own scheme costs is no news.
  CHECK(lines({"atomics"}) == std::vector<int>{99, 3, 2, 1});
  CHECK(lines({"coalescing"}) == std::vector<int>{99});
}

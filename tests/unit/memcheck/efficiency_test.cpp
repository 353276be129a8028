#include "memcheck/efficiency.h"

#include <fstream>
#include <sstream>
#include <string>

#include "findings/efficiency_metric.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

LineCosts line(const char* access, long long requests) {
  LineCosts costs;
  costs.access = access;
  costs.requests = requests;
  costs.lanes = 32 * requests;
  return costs;
}

/// A kernel of 8 blocks of which 2 were looked at.
KernelCosts kernel(const char* name) {
  KernelCosts costs;
  costs.kernel = name;
  costs.blocks = 8;
  costs.sampled_blocks = 2;
  costs.problem_bytes = 1024;
  costs.steps = 100;
  costs.lane_steps = 1600;
  costs.branches = 50;
  costs.divergent = 5;
  LineCosts load = line("global load", 10);
  load.sectors = 40;
  load.ideal_sectors = 40;
  load.useful_bytes = 1280;
  LineCosts column = line("global load", 10);
  column.sectors = 320;
  column.ideal_sectors = 40;
  column.useful_bytes = 1280;
  LineCosts tile = line("shared load", 10);
  tile.passes = 80;
  tile.ideal_passes = 10;
  costs.lines = {load, column, tile};
  return costs;
}

}  // namespace

TEST_CASE("metrics follow from the sums over a task's accesses") {
  const std::vector<KernelCosts> kernels = {kernel("k<32>")};
  const auto value = [&](const char* metric) { return metric_value(metric, kernels, "").value(); };
  CHECK(value("useful_bytes") == Approx(2560.0 / (360 * 32)));
  CHECK(value("coalescing") == Approx(80.0 / 360));
  CHECK(value("traffic") == Approx(4 * 360 * 32 / 1024.0));  // all 8 blocks
  CHECK(value("bank_conflicts") == 8);
  CHECK(value("simt_efficiency") == 0.5);
  CHECK(value("divergent_branches") == 0.1);
}

TEST_CASE("every metric that a manifest may name exists") {
  KernelCosts full = kernel("k");
  full.global.all = 1000;
  full.occupancy = Occupancy{"8.0", 1, 16, 64, 0, "threads"};
  for (const auto metric : efficiency_metrics())
    CHECK(metric_value(metric, {full}, "").has_value());
  CHECK(metric_value("occupancy", {full}, "") == 0.25);
}

TEST_CASE("a kernel is found in any namespace") {
  for (const char* name : {"gpu::k", "gpu::(anonymous namespace)::k", "gpu::k<float, std::plus<>>"})
    CHECK(metric_value("bank_conflicts", {kernel(name)}, "k") == 8);
  CHECK_FALSE(metric_value("bank_conflicts", {kernel("k::other")}, "k"));
}

TEST_CASE("a kernel is found without its template arguments, and others do not count") {
  KernelCosts other = kernel("other");
  other.lines.clear();
  const std::vector<KernelCosts> kernels = {kernel("k<32>"), other};
  CHECK(metric_value("bank_conflicts", kernels, "k") == 8);
  CHECK_FALSE(metric_value("bank_conflicts", kernels, "other"));
  CHECK_FALSE(metric_value("bank_conflicts", kernels, "missing"));
}

TEST_CASE("a metric without events has no value") {
  KernelCosts none;
  none.kernel = "k";
  none.blocks = none.sampled_blocks = 1;
  for (const auto metric : efficiency_metrics()) CHECK_FALSE(metric_value(metric, {none}, ""));
  CHECK_FALSE(metric_value("useful_bytes", {}, ""));
  none.sampled_blocks = 0;
  CHECK_FALSE(metric_value("useful_bytes", {none}, ""));
}

TEST_CASE("limits are inclusive") {
  TaskResult result;
  result.metrics = {kernel("k")};
  const auto add = [&](const char* metric, bool at_least, double limit, const char* name = "") {
    EfficiencyResult e;
    e.metric = metric;
    e.kernel = name;
    e.at_least = at_least;
    e.limit = limit;
    e.max_points = Points::hundredths(150);
    result.efficiency.push_back(e);
  };
  add("bank_conflicts", false, 8);
  add("bank_conflicts", false, 7.9);
  add("simt_efficiency", true, 0.5);
  add("simt_efficiency", true, 0.51);
  add("simt_efficiency", true, 0.1, "missing");
  resolve_efficiency(result);
  std::vector<long long> points;
  for (const auto& e : result.efficiency) points.push_back(e.points.hundredths());
  CHECK(points == std::vector<long long>{150, 0, 150, 0, 0});
  CHECK(describe(result.efficiency[1].detail) == "8, and at most 7.9 is asked for");
  CHECK_THAT(describe(result.efficiency[4].detail), Catch::Contains("no kernel missing"));
}

TEST_CASE("numbers that cannot be true earn nothing") {
  const auto resolved = [](double problem_bytes, long long blocks = 8) {
    TaskResult task;
    task.metrics = {kernel("k")};
    task.metrics[0].blocks = blocks;
    task.metrics[0].problem_bytes = problem_bytes;  // 46080 bytes moved by 8 blocks
    task.efficiency.emplace_back();
    task.efficiency[0].metric = "traffic";
    task.efficiency[0].at_least = false;
    task.efficiency[0].limit = 1000;
    task.efficiency[0].max_points = Points::hundredths(100);
    resolve_efficiency(task);
    return task.efficiency[0];
  };
  CHECK(resolved(46080).points == Points::hundredths(100));
  CHECK(resolved(90000).points == Points::hundredths(100));  // sampled blocks may have done less
  CHECK(resolved(100000).points == Points{});
  // All blocks were looked at: 11520 bytes, and no other block that could have moved the rest.
  CHECK(resolved(11520, 2).points == Points::hundredths(100));
  CHECK(resolved(12300, 2).points == Points{});
  CHECK(describe(resolved(100000).detail).find("0.461 of the bytes that the problem needs") !=
        std::string::npos);
}

TEST_CASE("sampled blocks stand for others by what these asked for") {
  KernelCosts k = kernel("k");  // 2 of 8 blocks
  k.global = {16000, 2000};
  k.shared = {3000, 1500};
  CHECK(metric_value("traffic", {k}, "") == 8 * 360 * 32 / 1024.0);
  CHECK(metric_value("bank_conflicts", {k}, "") == 8);

  const auto reason = [](const KernelCosts& costs) {
    TaskResult task;
    task.metrics = {costs};
    task.efficiency.emplace_back();
    task.efficiency[0].metric = "simt_efficiency";
    task.efficiency[0].max_points = Points::hundredths(100);
    resolve_efficiency(task);
    CHECK((task.efficiency[0].points == Points{}) == !task.efficiency[0].detail.empty());
    return describe(task.efficiency[0].detail);
  };
  k.global = {32000, 2000};  // the others asked for four times as much on average
  CHECK(reason(k) == "");
  k.global = {32100, 2000};
  CHECK_THAT(reason(k), Catch::Contains("2 of 8 blocks of k"));
  k.global = {100, 0};
  CHECK_THAT(reason(k), Catch::Contains("2 of 8 blocks of k"));
  k.global = {16000, 2000};
  k.shared = {30000, 1500};
  CHECK_THAT(reason(k), Catch::Contains("2 of 8 blocks of k"));
}

TEST_CASE("accesses without need do not improve a ratio") {
  KernelCosts k = kernel("k");  // useful: 2560 bytes, wasted: 320 - 40 sectors
  k.sampled_blocks = k.blocks;
  k.problem_bytes = 2560;
  const auto graded = [&](const char* metric, std::optional<double> most) {
    return graded_metric(metric, {k}, "", most).value();
  };
  for (const char* metric : {"useful_bytes", "coalescing", "bank_conflicts"}) {
    CAPTURE(metric);
    CHECK(graded(metric, {}) == metric_value(metric, {k}, ""));
    CHECK(graded(metric, 2) == metric_value(metric, {k}, ""));
  }
  const double useful = graded("useful_bytes", 1), coalescing = graded("coalescing", 1);
  const double conflicts = graded("bank_conflicts", 0.5);

  LineCosts padding = line("global load", 1000);
  padding.sectors = padding.ideal_sectors = 4000;
  padding.useful_bytes = 128000;
  LineCosts shared = line("shared load", 1000);
  shared.passes = shared.ideal_passes = 1000;
  // A line of its own, or the same line for the work and the padding: the sums are the same.
  k.lines.push_back(padding);
  k.lines.push_back(shared);
  CHECK(graded("useful_bytes", {}) > 0.9);
  CHECK(graded("useful_bytes", 1) == Approx(useful));
  CHECK(graded("coalescing", 1) == Approx(coalescing));
  CHECK(graded("bank_conflicts", {}) < 1.1);
  CHECK(graded("bank_conflicts", 0.5) == Approx(conflicts));

  TaskResult task;
  task.metrics = {k};
  task.efficiency.emplace_back();
  task.efficiency[0].metric = "useful_bytes";
  task.efficiency[0].limit = 0.9;
  task.efficiency[0].useful_at_most = 1;
  task.efficiency[0].max_points = Points::hundredths(100);
  resolve_efficiency(task);
  CHECK(task.efficiency[0].points == Points{});
  CHECK_THAT(describe(task.efficiency[0].detail), Catch::Contains("asked for 51 times"));
}

TEST_CASE("atomics are those of all warps, over all blocks") {
  KernelCosts k = kernel("k");  // 2 of 8 blocks
  CHECK(metric_value("atomics", {k}, "") == 0);
  k.lines.push_back(line("global atomic", 2));
  k.lines.push_back(line("shared atomic", 2));
  CHECK(metric_value("atomics", {k}, "") == 1);
}

TEST_CASE("two devices share the work of all kernels") {
  KernelCosts first = kernel("first"), second = kernel("second");
  first.global = second.global = {1000, 250};
  first.global_on_first = first.global.all;  // the second runs on the other device
  CHECK(metric_value("busier_device", {first, second}, "") == 0.5);
  second.global_on_first = second.global.all;
  CHECK(metric_value("busier_device", {first, second}, "") == 1);

  TaskResult task;
  task.metrics = {first, second};
  EfficiencyResult& e = task.efficiency.emplace_back();
  e.metric = "busier_device";
  e.at_least = false;
  e.limit = 0.7;
  resolve_efficiency(task);
  CHECK(describe(e.detail) == "one device does 100 % of the work, and at most 70 % is asked for");
}

TEST_CASE("a ratio can ask for the work itself") {
  TaskResult task;
  task.metrics = {kernel("k")};  // 4 times 10 passes of 128 bytes, of 1024
  task.efficiency.emplace_back();
  EfficiencyResult& e = task.efficiency[0];
  e.metric = "bank_conflicts";
  e.at_least = false;
  e.limit = 8;
  e.max_points = Points::hundredths(100);
  e.useful_at_least = 5;
  resolve_efficiency(task);
  CHECK(e.points == e.max_points);
  e.points = {};
  e.useful_at_least = 5.1;
  resolve_efficiency(task);
  CHECK(e.points == Points{});
  CHECK_THAT(describe(e.detail), Catch::Contains("shared memory for 5 times"));
}

TEST_CASE("a named kernel's metric counts only if that kernel does the work") {
  KernelCosts good = kernel("good");
  good.lines = {good.lines[0]};  // 1280 bytes, none wasted
  KernelCosts other = kernel("other");
  CHECK(graded_metric("useful_bytes", {good, other}, "good", {}) ==
        Approx(3840.0 / (400 * 32)));  // others move 360 sectors
  CHECK(graded_metric("useful_bytes", {good, other}, "other", {}) ==
        metric_value("useful_bytes", {other}, ""));
  other.lines = {other.lines[0]};
  CHECK(graded_metric("useful_bytes", {good, other}, "good", {}) == 1);
  // Enough useless bytes for the larger part, but the problem does not need them.
  good.lines[0].useful_bytes = 128000;
  good.lines[0].sectors = good.lines[0].ideal_sectors = 4000;
  other = kernel("other");
  CHECK(graded_metric("useful_bytes", {good, other}, "good", {}) == 1);
  CHECK(graded_metric("useful_bytes", {good, other}, "good", 5) < 0.5);

  TaskResult task;
  good = kernel("good");
  good.lines = {good.lines[0]};
  task.metrics = {good, other};
  task.efficiency.emplace_back();
  task.efficiency[0].metric = "useful_bytes";
  task.efficiency[0].kernel = "good";
  task.efficiency[0].limit = 0.9;
  task.efficiency[0].max_points = Points::hundredths(100);
  resolve_efficiency(task);
  CHECK(task.efficiency[0].points == Points{});
  CHECK_THAT(describe(task.efficiency[0].detail), Catch::Contains("the others move more"));
}

TEST_CASE("the schemas name the same metrics") {
  std::string names;
  for (const auto metric : efficiency_metrics())
    names += (names.empty() ? "\"" : ", \"") + std::string(metric) + "\"";
  for (const char* const file : {"labs/lab.schema.json", "docs/grade.schema.json"}) {
    CAPTURE(file);
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    CHECK(text.str().find("\"enum\": [" + names + "]") != std::string::npos);
  }
}

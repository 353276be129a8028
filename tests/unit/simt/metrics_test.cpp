// Sums over blocks, launches and kernels.
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "tests/unit/simt/tracing.h"

namespace simt::check {
namespace {

void add_block(BlockTrace& trace, Metrics& metrics, std::uint32_t kernel, std::uint64_t seed) {
  trace.begin(metrics, kernel, 64);
  std::uint64_t x = seed;
  for (std::uint32_t t = 0; t < 64; ++t) {
    for (int i = 0; i < 50; ++i) {
      x = x * 6364136223846793005u + 1442695040888963407u;
      trace.step(t, A + (x >> 60) * 16, 0);
      trace.access(t, A + (x >> 60) * 16 + 1, static_cast<Access>((x >> 40) % 6),
                   global + (x >> 50) * 4, 4);
    }
  }
  trace.end(static_cast<std::uint32_t>(seed));
}

TEST_CASE("Launches of one name are summed up, and the last one's shape is kept") {
  Metrics metrics;
  BlockTrace trace;
  CHECK(metrics.launched({"first", 10, 64, 128}) == 0);
  CHECK(metrics.launched({"second", 1, 32, 0}) == 1);
  trace.begin(metrics, 0, 64);
  trace.end(4096);
  CHECK(metrics.launched({"first", 20, 96, 256}) == 0);
  trace.begin(metrics, 0, 96);
  trace.end(1024);
  const auto report = written(metrics);
  REQUIRE(report->kernel_count == 2);
  const KernelMetrics& first = report->kernels[0];
  CHECK(std::string(first.name) == "first");
  CHECK(first.launches == 2);
  CHECK(first.blocks == 30);
  CHECK(first.sampled_blocks == 2);
  CHECK(first.warps == 5);
  CHECK(first.threads == 96);
  CHECK(first.dynamic_shared == 256);
  CHECK(first.static_shared == 1024);
  CHECK(std::string(report->kernels[1].name) == "second");
  CHECK(report->kernels[1].sampled_blocks == 0);

  trace.begin(metrics, 1, 32);
  metrics.clear();
  trace.end(0);
  CHECK(written(metrics)->kernel_count == 0);
}

TEST_CASE("A long name is cut between characters") {
  Metrics metrics;
  const std::size_t room = sizeof KernelMetrics::name - 1 - std::strlen("...#0123456789abcdef");
  const std::string begin(room - 1, 'x');
  metrics.launched({(begin + "\u00e9" + begin).c_str(), 1, 32, 0});
  CHECK(std::string(written(metrics)->kernels[0].name).find(begin + "...#") == 0);
}

TEST_CASE("The order in which workers add blocks does not matter") {
  const auto run = [](bool backwards) {
    Metrics metrics;
    metrics.launched({"a", 8, 64, 0});
    metrics.launched({"b", 8, 64, 0});
    const auto worker = [&](std::uint64_t from) {
      BlockTrace trace;
      for (std::uint64_t i = 0; i < 8; ++i) {
        const std::uint64_t block = from + (backwards ? 7 - i : i);
        add_block(trace, metrics, block % 2, block);
      }
    };
    std::thread one(worker, backwards ? 8 : 0), two(worker, backwards ? 0 : 8);
    one.join();
    two.join();
    return written(metrics);
  };
  const auto there = run(false), back = run(true);
  CHECK(there->site_count > 100);
  CHECK(there->kernels[0].divergent > 0);
  CHECK(there->kernels[0].static_shared == 14);
  CHECK(std::memcmp(there.get(), back.get(), sizeof(Report)) == 0);
  for (std::uint32_t i = 1; i < there->site_count; ++i) {
    const SiteMetrics &a = there->sites[i - 1], &b = there->sites[i];
    CHECK(std::tie(a.kernel, a.pc, a.access) < std::tie(b.kernel, b.pc, b.access));
  }
}

TEST_CASE("Beyond a report's capacity, the cheapest kernels and places become one entry") {
  Metrics metrics;
  BlockTrace trace;
  // Kernel n has 20 places. In the block of its two that is counted each touches n + 1 sectors, by
  // two instructions of 16 bytes.
  const std::uint32_t many = Report::most_kernels + 3;
  std::uint64_t sectors = 0;
  for (std::uint32_t n = 0; n < many; ++n) {
    const std::string name = "k" + std::to_string(n);
    const std::uint32_t kernel = metrics.launched({name.c_str(), 2, 1, 0});
    trace.begin(metrics, kernel, 1);
    trace.step(0, A, 0);
    for (std::uint64_t place = 1; place <= 20; ++place)
      trace.access(0, A + place, Access::global_load, global, 32 * (n + 1));
    trace.end(0);
    sectors += 2 * 20 * 2 * (n + 1);
  }
  const auto report = written(metrics);
  REQUIRE(report->kernel_count == Report::most_kernels);
  CHECK(std::string(report->kernels[0].name) == "k4");
  CHECK(std::string(report->kernels[30].name) == "k34");
  CHECK(std::string(report->kernels[31].name) == "other kernels");
  CHECK(report->kernels[31].launches == 4);
  CHECK(report->kernels[31].blocks == report->kernels[31].sampled_blocks);
  CHECK(report->kernels[31].steps == 2 * 4);
  // Nothing is lost.
  std::uint64_t reported = 0;
  for (std::uint32_t i = 0; i < report->site_count; ++i) {
    const KernelMetrics& k = report->kernels[report->sites[i].kernel];
    reported += report->sites[i].sectors * k.blocks / k.sampled_blocks;
  }
  CHECK(reported == sectors);
  // 512 of 640 places are listed. Of k4 to k9, and in part of k10, the others are one each.
  CHECK(report->sites[0].kernel == 6);
  CHECK(report->sites[0].pc == A + 1);
  CHECK(report->site_count == Report::most_listed_sites + 7);
  CHECK(report->sites[Report::most_listed_sites].pc == 0);
}

TEST_CASE("Kernels whose long names begin alike stay separate") {
  Metrics metrics;
  const std::string begin(100, 'k');
  metrics.launched({(begin + "1").c_str(), 1, 1, 0});
  metrics.launched({(begin + "2").c_str(), 1, 1, 0});
  const auto report = written(metrics);
  const std::string one = report->kernels[0].name, two = report->kernels[1].name;
  CHECK(one.substr(0, 60) == two.substr(0, 60));
  CHECK(one != two);
}

}  // namespace
}  // namespace simt::check

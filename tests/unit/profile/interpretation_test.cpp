// Each sentence of a profile, at the numbers where it begins to be said and where it is not.
#include "profile/interpretation.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

bool mentions(const Sentences& said, const std::string& what) {
  for (const std::string& sentence : said)
    if (sentence.find(what) != std::string::npos) return true;
  return false;
}

KernelProfile usual() {
  KernelProfile k;
  k.kernel = "k";
  k.launches = 1;
  k.grid = {{1320, 1, 1}};
  k.block = {{256, 1, 1}};
  k.multiprocessors = 132;
  k.waves = 1.25;
  k.registers = 32;
  k.static_shared = 0;
  k.dynamic_shared = 0;
  k.seconds = 1e-3;
  k.memory = 50;
  k.compute = 50;
  k.theoretical = 100;
  k.achieved = 95;
  return k;
}

}  // namespace

TEST_CASE("The profile explains idle multiprocessors", "[profile]") {
  KernelProfile k = usual();
  k.waves = 10;
  CHECK(mentions(read_launch(k), "enough to keep all multiprocessors busy"));
  k.grid = {{1, 1, 1}};
  k.block = {{1, 1, 1}};
  k.waves = 0;
  CHECK(read_launch(k).front() == "1 block of 1 thread: 131 of 132 multiprocessors idle.");
  CHECK(mentions(read_launch(k), "31 of its 32 lanes never work"));
  k.grid = {{132, 1, 1}};
  k.block = {{64, 1, 1}};
  k.waves = 0.03;
  CHECK_FALSE(mentions(read_launch(k), "idle"));
  CHECK(mentions(read_launch(k), "3 % of the places"));
  k.waves = 1.25;
  CHECK(mentions(read_launch(k), "the last one fills only 25 % of the GPU"));
  k.waves = 1.9;
  CHECK_FALSE(mentions(read_launch(k), "the last one"));
  k.block = {{100, 1, 1}};
  CHECK(mentions(read_launch(k), "28 of its 128 lanes never work"));
  k.block = {{128, 1, 1}};
  CHECK_FALSE(mentions(read_launch(k), "lanes"));
  k.launches = 1000;
  CHECK_FALSE(mentions(read_launch(k), "as long as a launch itself"));
  k.seconds = 3e-6;
  CHECK(mentions(read_launch(k), "as long as a launch itself"));
  k.grid.reset();
  CHECK(read_launch(k).empty());
}

TEST_CASE("The profile names what bounds a kernel", "[profile]") {
  KernelProfile k = usual();
  k.memory = 59.9;
  CHECK(mentions(read_speed(k, 0), "Latency-bound"));
  CHECK(mentions(read_speed(k, 0), "The warps are there and wait"));
  k.achieved = 20;
  CHECK(mentions(read_speed(k, 0), "Few warps are there"));
  k.waves = 0.1;
  CHECK(mentions(read_speed(k, 0), "The grid is too small"));
  k = usual();
  k.memory = 90;
  k.dram = 90;
  k.l2 = 40;
  k.l1 = 30;
  CHECK(mentions(read_speed(k, 0), "it reaches 90 % of the device memory's bandwidth"));
  k.dram = 20;
  k.l2 = 90;
  CHECK(mentions(read_speed(k, 0), "in the L2 cache, at 90 %"));
  k.l2 = 20;
  k.l1 = 92;
  CHECK(mentions(read_speed(k, 0), "in the L1 cache and shared memory, at 92 %"));
  k.compute = 80;
  CHECK(mentions(read_speed(k, 0), "Balanced"));
  k.memory = 61;
  CHECK(mentions(read_speed(k, 0), "Compute-bound: the multiprocessors are at 80 %"));
  k.memory = k.compute = 0.4;
  CHECK(mentions(read_speed(k, 0), "next to nothing"));
  k.grid = {{1, 1, 1}};
  CHECK(mentions(read_speed(k, 0), "Latency-bound"));
  k.compute.reset();
  CHECK(read_speed(k, 0).empty());
}

TEST_CASE("The profile reports excess memory traffic", "[profile]") {
  KernelProfile k = usual();
  k.dram_bytes_per_second = 1e12;  // 1 GB in its millisecond
  CHECK(mentions(read_speed(k, 100e6),
                 "moved 1 GB through device memory; the problem needs 100 MB: "
                 "10.0 times the least"));
  CHECK_FALSE(mentions(read_speed(k, 600e6), "the problem needs"));
  CHECK_FALSE(mentions(read_speed(k, 0), "the problem needs"));
  k.dram = 29;  // idle: not what the kernel waits for
  CHECK_FALSE(mentions(read_speed(k, 100e6), "the problem needs"));
  k.dram = 30;
  CHECK(mentions(read_speed(k, 100e6), "the problem needs"));
  k.launches = 2;  // the work is that of all launches
  CHECK_FALSE(mentions(read_speed(k, 100e6), "the problem needs"));
}

TEST_CASE("The profile names what limits occupancy and whether it matters", "[profile]") {
  KernelProfile k = usual();
  CHECK(mentions(read_occupancy(k), "Nothing limits it"));
  k.theoretical = 25;
  k.achieved = 24;
  k.registers = 128;
  k.blocks_by = {{"registers", 2}, {"threads", 8}, {"shared memory", 32}, {"blocks", 32}};
  CHECK(mentions(read_occupancy(k), "At most 25 % of the places: registers limit it to 2 blocks"));
  CHECK(mentions(read_occupancy(k), "128 registers a thread"));
  CHECK_FALSE(mentions(read_occupancy(k), "no harm"));
  k.compute = 85;
  CHECK(mentions(read_occupancy(k), "no harm"));
  k.blocks_by["shared memory"] = 1;
  k.static_shared = 50e3;
  CHECK(mentions(read_occupancy(k), "50 KB of shared memory a block"));
  CHECK_FALSE(mentions(read_occupancy(k), "Achieved"));
  k.achieved = 15;
  CHECK(mentions(read_occupancy(k), "Achieved are 15 %"));
}

TEST_CASE("The profile reports if time is spent outside kernels", "[profile]") {
  KernelProfile k = usual();  // 1 ms
  CHECK(mentions(read_call(10e-3, {k}), "about 1 ms of that (10 %)"));
  k.launches = 6;
  CHECK(read_call(10e-3, {k}).empty());
  KernelProfile other = usual();
  other.seconds.reset();
  CHECK(read_call(10e-3, {k, other}).empty());
  CHECK(read_call(10e-3, {}).empty());
}

TEST_CASE("Counted costs are reported like measured ones", "[profile]") {
  KernelCosts k;
  k.kernel = "k";
  k.launches = 1;
  k.blocks = 1;
  k.sampled_blocks = 1;
  k.threads = 40;
  k.problem_bytes = 1000;
  LineCosts column;
  column.file = "a.cu";
  column.line = 7;
  column.access = "global load";
  column.bytes = 4;
  column.requests = 100;
  column.lanes = 3200;
  column.sectors = 3200;
  column.ideal_sectors = 400;
  column.useful_bytes = 12800;
  LineCosts row = column;
  row.line = 8;
  row.sectors = 400;
  k.lines = {row, column};
  CHECK(mentions(read_counted_launch(k), "1 block of 40 threads a launch"));
  CHECK(mentions(read_counted_launch(k), "24 idle lanes"));
  CHECK(mentions(read_counted_memory(k), "22 % of the bytes"));
  CHECK(mentions(read_counted_memory(k), "115 times what the problem must move"));
  CHECK(mentions(read_counted_memory(k), "a.cu:7: neighboring threads read down a column"));
  const auto lines = most_wasteful(k, 5);
  REQUIRE(lines.size() == 1);
  CHECK(lines.front().line == 7);

  k.lines = {row};
  k.blocks = 100;
  k.sampled_blocks = 100;
  k.threads = 64;
  k.problem_bytes = 12800;
  CHECK(read_counted_launch(k).empty());
  CHECK(read_counted_memory(k).size() == 1);
  CHECK(mentions(read_counted_memory(k), "Accesses to global memory are neighbors"));
  CHECK(most_wasteful(k, 5).empty());
  CHECK(most_moving(k, 5).size() == 1);
  k.lines.front().sectors += k.lines.front().requests;  // begins off a border: no waste
  CHECK(most_wasteful(k, 5).empty());
  k.lines.front().sectors += 1;
  CHECK(most_wasteful(k, 5).size() == 1);
  k.lines.clear();
  CHECK(mentions(read_counted_memory(k), "Is it written yet?"));
  k.lines = {row};

  k.static_shared = 4096;
  k.problem_bytes = 1000;
  CHECK(mentions(read_counted_memory(k), "each block loads its own copy"));
  k.launches = 100;
  CHECK_FALSE(mentions(read_counted_memory(k), "in all"));
  k.launches = 1;

  k.warps = 200;
  k.steps = 200 * 100;
  k.lane_steps = k.steps * 32;
  k.barriers = 100 * 16;
  CHECK(mentions(read_counted_threads(k), "16 barriers a block"));
  k.steps = 200 * 200;
  k.lane_steps = k.steps * 32;
  CHECK(read_counted_threads(k).empty());

  CHECK(read_counted_occupancy(k).empty());
  k.occupancy = Occupancy{"8.0", 2, 16, 64, 128, "registers"};
  CHECK(mentions(read_counted_occupancy(k), "Limited by registers: enough only where"));
  k.occupancy->warps = 32;
  CHECK(mentions(read_counted_occupancy(k), "enough for most kernels"));
  k.occupancy->limited_by.clear();
  CHECK(mentions(read_counted_occupancy(k), "Nothing limits it."));
  k.occupancy->registers = 0;
  CHECK(mentions(read_counted_occupancy(k), "only nvcc tells"));
}

TEST_CASE("Bytes and seconds have suitable units", "[profile]") {
  CHECK(bytes_in_words(8192) == "8.19 KB");
  CHECK(bytes_in_words(100) == "100 bytes");
  CHECK(bytes_in_words(1e9) == "1 GB");
  CHECK(seconds_in_words(0.0123) == "12.3 ms");
  CHECK(seconds_in_words(17e-6) == "17 μs");
  CHECK(seconds_in_words(2e-9) == "2 ns");
}

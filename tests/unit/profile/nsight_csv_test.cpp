// What Nsight Compute prints, in the forms of its versions: samples in its documented format.
#include "profile/nsight_csv.h"
#include "profile/kernel_profile.h"
#include "profile/nsight.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

// --page raw --print-units base: a column a metric, units in the second line.
const std::string raw_page =
    R"csv(==PROF== Connected to process 4711 (/tmp/warpgrade/run)
what the program printed, "with" commas, 1, 2
==PROF== Profiling "tiled_kernel" - 0: 0%....50%....100% - 12 passes
==PROF== Disconnected from process 4711
"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","dram__bytes.sum.per_second","gpc__cycles_elapsed.avg.per_second","gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed","gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed","gpu__time_duration.sum","l1tex__throughput.avg.pct_of_peak_sustained_active","launch__block_size","launch__occupancy_limit_blocks","launch__occupancy_limit_registers","launch__occupancy_limit_shared_mem","launch__occupancy_limit_warps","launch__registers_per_thread","launch__shared_mem_per_block_dynamic","launch__shared_mem_per_block_static","launch__waves_per_multiprocessor","lts__throughput.avg.pct_of_peak_sustained_elapsed","sm__maximum_warps_per_active_cycle_pct","sm__throughput.avg.pct_of_peak_sustained_elapsed","sm__warps_active.avg.pct_of_peak_sustained_active","device__attribute_multiprocessor_count"
"","","","","","","","","","","","byte/s","hz","%","%","ns","%","","block","block","block","block","register/thread","byte/block","byte/block","","%","%","%","%",""
"0","4711","run","127.0.0.1","tiled_kernel(int, int, int, const float *, float *)","1","7","(32, 32, 1)","(128, 128, 1)","0","9.0","250,000,000,000","1,754,999,871.25","93.51","8.20","12,345,678","95.10","1,024","32","2","21","2","32","0","8,192","62.06","30.02","100","78.30","99.80","132"
)csv";

// One line a metric, with the labels of the sections and units that suit the numbers.
const std::string details_page =
    R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value","Rule Name","Rule Type","Rule Description"
"0","99","run","localhost","void dot<256>(const float *, int)","1","7","(256, 1, 1)","(66, 1, 1)","0","8.0","GPU Speed Of Light Throughput","SM Frequency","cycle/nsecond","1.41","","",""
"0","99","run","localhost","void dot<256>(const float *, int)","1","7","(256, 1, 1)","(66, 1, 1)","0","8.0","GPU Speed Of Light Throughput","Memory Throughput","%","41.5","","",""
"0","99","run","localhost","void dot<256>(const float *, int)","1","7","(256, 1, 1)","(66, 1, 1)","0","8.0","GPU Speed Of Light Throughput","DRAM Throughput","%","n/a","","",""
"0","99","run","localhost","void dot<256>(const float *, int)","1","7","(256, 1, 1)","(66, 1, 1)","0","8.0","GPU Speed Of Light Throughput","Duration","usecond","17.25","","",""
"0","99","run","localhost","void dot<256>(const float *, int)","1","7","(256, 1, 1)","(66, 1, 1)","0","8.0","Memory Workload Analysis","Memory Throughput","Gbyte/second","600","","",""
"0","99","run","localhost","void dot<256>(const float *, int)","1","7","(256, 1, 1)","(66, 1, 1)","0","8.0","Launch Statistics","Dynamic Shared Memory Per Block","Kbyte/block","1.02","","",""
"0","99","run","localhost","void dot<256>(const float *, int)","1","7","(256, 1, 1)","(66, 1, 1)","0","8.0","Launch Statistics","Static Shared Memory Per Block","furlong","3","","",""
"0","99","run","localhost","void dot<256>(const float *, int)","1","7","(256, 1, 1)","(66, 1, 1)","0","8.0","LaunchStats","","","","SmallGrid","OPT","The grid, as ""it"" is, is small."
"1","99","run","localhost","second(int)","1","7","(1, 1, 1)","(1, 1, 1)","0","8.0","Occupancy","Theoretical Occupancy","%","50","","",""
)csv";

}  // namespace

TEST_CASE("A raw page of Nsight Compute is parsed by metric names", "[profile]") {
  const auto launches = parse_nsight_csv(raw_page);
  REQUIRE(launches.size() == 1);
  const KernelProfile k = make_profile(launches.front());
  CHECK(k.kernel == "tiled_kernel");
  CHECK(k.grid == std::array<long long, 3>{128, 128, 1});
  CHECK(k.block == std::array<long long, 3>{32, 32, 1});
  CHECK(k.blocks() == 16384);
  CHECK(k.threads() == 1024);
  CHECK(k.registers == 32);
  CHECK(k.static_shared == 8192);
  CHECK(k.dynamic_shared == 0);
  CHECK(*k.waves == Approx(62.06));
  CHECK(k.multiprocessors == 132);
  CHECK(*k.seconds == Approx(0.012345678));
  CHECK(*k.memory == Approx(93.51));
  CHECK(*k.compute == Approx(78.3));
  CHECK(*k.dram == Approx(8.2));
  CHECK(*k.l1 == Approx(95.1));
  CHECK(*k.l2 == Approx(30.02));
  CHECK(*k.sm_hertz == Approx(1.754999871e9));
  CHECK(*k.dram_bytes() == Approx(250e9 * 0.012345678));
  CHECK(*k.theoretical == 100);
  CHECK(*k.achieved == Approx(99.8));
  CHECK_FALSE(k.l1_hits);
  CHECK(k.limited_by().empty());
}

TEST_CASE("A details page is parsed by labels, with any unit prefix", "[profile]") {
  const auto launches = parse_nsight_csv(details_page);
  REQUIRE(launches.size() == 2);
  const KernelProfile k = make_profile(launches.front());
  CHECK(k.kernel == "dot<256>");
  CHECK(*k.sm_hertz == Approx(1.41e9));
  CHECK(*k.memory == Approx(41.5));
  CHECK(*k.seconds == Approx(17.25e-6));
  CHECK(*k.dram_bytes_per_second == Approx(600e9));
  CHECK(*k.dynamic_shared == Approx(1020));
  const KernelProfile second = make_profile(launches.back());
  CHECK(*second.theoretical == 50);
  CHECK_FALSE(second.seconds);
}

TEST_CASE("Unmeasured values and unknown units are missing, not zero", "[profile]") {
  const auto launches = parse_nsight_csv(details_page);
  const KernelProfile k = make_profile(launches.front());
  CHECK_FALSE(k.dram);
  CHECK_FALSE(k.static_shared);
  CHECK_FALSE(k.compute);
  CHECK(parse_nsight_csv("").empty());
  CHECK(parse_nsight_csv("==ERROR== nothing\n\"ID\",\"Kernel Name\"\n").empty());
  // Lines that are cut off do no harm.
  for (std::size_t size = 0; size < raw_page.size(); size += 7)
    CHECK(parse_nsight_csv(raw_page.substr(0, size)).size() <= 1);
}

TEST_CASE("Metric names with a counter domain are recognized", "[profile]") {
  NsightLaunch launch;
  launch.values["LTS.TriageCompute.lts__throughput.avg.pct_of_peak_sustained_elapsed"] = {12, "%"};
  CHECK(make_profile(launch).l2 == 12);
  CHECK_FALSE(make_profile(launch).l1);
}

TEST_CASE("Units have many spellings", "[profile]") {
  const auto seconds = [](double value, const std::string& unit) {
    NsightLaunch launch;
    launch.values["Duration"] = {value, unit};
    return make_profile(launch).seconds;
  };
  CHECK(*seconds(5, "ns") == Approx(5e-9));
  CHECK(*seconds(5, "nsecond") == Approx(5e-9));
  CHECK(*seconds(5, "us") == Approx(5e-6));
  CHECK(*seconds(5, "msecond") == Approx(5e-3));
  CHECK(*seconds(5, "second") == 5);
  CHECK_FALSE(seconds(5, "fortnight"));
  const auto rate = [](double value, const std::string& unit) {
    NsightLaunch launch;
    launch.values["dram__bytes.sum.per_second"] = {value, unit};
    return make_profile(launch).dram_bytes_per_second;
  };
  CHECK(*rate(2, "Tbyte/s") == Approx(2e12));
  CHECK(*rate(2, "Gbyte/second") == Approx(2e9));
  CHECK(*rate(2, "byte/nsecond") == Approx(2e9));
  CHECK_FALSE(rate(2, "byte/fortnight"));
}

TEST_CASE("The limiters of occupancy allow the fewest blocks", "[profile]") {
  KernelProfile k;
  k.theoretical = 50;
  k.blocks_by = {{"registers", 4}, {"shared memory", 2}, {"threads", 8}, {"blocks", 32}};
  CHECK(k.limited_by() == std::vector<std::string>{"shared memory"});
  k.blocks_by["registers"] = 2;
  CHECK(k.limited_by() == std::vector<std::string>{"registers", "shared memory"});
  k.theoretical = 100;
  CHECK(k.limited_by().empty());
}

TEST_CASE("The profiler's refusal is reported with a remedy", "[profile]") {
  const auto why = [](const std::string& log) { return nsight_refusal(log, "").why; };
  const Refusal counters = nsight_refusal(
      "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA "
      "GPU Performance Counters on the target device 0.\n",
      "");
  CHECK(counters.why.find("administrators") != std::string::npos);
  CHECK(counters.advice.find("NVreg_RestrictProfilingToAdminUsers=0") != std::string::npos);
  CHECK(why("==ERROR== Failed to initialize the profiler: LibraryNotLoaded\n") ==
        "the profiler cannot be started on this machine");
  CHECK(why("==ERROR== Something new.\n") == "ncu says: Something new.");
  CHECK(why("==WARNING== No kernels were profiled.\n") == "ncu saw no launch of the kernel");
  CHECK(why("") == "ncu gave no numbers");
}

TEST_CASE("A kernel is selected by its mangled name", "[profile]") {
  const Nsight nsight{"/opt/ncu", "2022.3"};
  const auto words = nsight_arguments(nsight, "_Z6kernelPf", "/tmp/log");
  const auto has = [&](const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  CHECK(words.front() == "/opt/ncu");
  CHECK(has("_Z6kernelPf"));
  CHECK(has("mangled"));
  CHECK(has("none"));
  const std::string cut(87, 'x');
  const auto cut_off = nsight_arguments(nsight, "_" + cut, "/tmp/log");
  CHECK(std::find(cut_off.begin(), cut_off.end(), "regex:^_" + cut) != cut_off.end());
  // Without a name the first launch of any.
  CHECK_FALSE(std::count(words.begin(), words.end(), std::string("--kernel-name")) == 0);
  const auto any = nsight_arguments(nsight, "a kernel", "/tmp/log");
  CHECK(std::count(any.begin(), any.end(), std::string("--kernel-name")) == 0);
}

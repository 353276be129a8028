#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "base/fault.h"
#include "base/machine_limits.h"
#include "lab/manifest.h"
#include "tests/unit/catch.h"
#include "toolchain/build.h"
#include "toolchain/compiler_slots.h"
#include "toolchain/installation.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t GiB = 1ull << 30;

void write_file(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

/// Builds a matmul.cu with that text for the CPU engine.
Build build_with(const CompilerLimits& limits, const std::string& text,
                 const Workspace& folder = {}) {
  const Sandbox sandbox(find_root(), false);
  const Lab lab = load_lab(find_root(), "matmul");
  write_file(folder.path() / "submission/matmul.cu", text);
  const Toolchain toolchain(find_root(), folder.path() / "work", sandbox, limits);
  return toolchain.build_cpu(lab, submitted(lab, folder.path() / "submission", {}), Real::f32,
                             CpuMode::fast);
}

}  // namespace

TEST_CASE("an endless template is a compile error") {
  const Build build = build_with({3, 600},
                                 "template <int N, int M> struct Sum {\n"
                                 "  static const int value = Sum<N - 1, 2 * M>::value + "
                                 "Sum<N - 1, 2 * M + 1>::value;\n};\n"
                                 "template <int M> struct Sum<0, M> { static const int value = M; "
                                 "};\nint sum = Sum<30, 0>::value;\n");
  CHECK(build.verdict == Verdict::compile_error);
  CHECK_THAT(build.output, Catch::Contains("stopped after 3 s of processor time") &&
                               Catch::Contains("does a template"));
}

TEST_CASE("a busy machine causes no compile error") {
  // A header that never comes to its end stands for the rest of a right file that there was no time
  // for: however fast or busy this machine is, the compiler is in the middle of it.
  const Workspace folder;
  const fs::path pipe = folder.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  bool begun = false;
  for (double seconds = 1; !begun && seconds < 200; seconds *= 4) {
    fs::remove_all(folder.path() / "work");
    const std::jthread header([&](const std::stop_token& stop) {
      const auto pause = [] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); };
      int end = -1;  // can be opened when the compiler has it open
      for (; !stop.stop_requested() && end < 0; pause())
        end = open(pipe.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
      begun = end >= 0;
      while (!stop.stop_requested()) pause();
      if (end >= 0) close(end);
    });
    try {
      build_with({60, seconds}, "#include \"" + pipe.string() + "\"\n#include \"matmul.h\"\n",
                 folder);
      FAIL("the compiler was not stopped");
    } catch (const GraderError& e) {
      CHECK_THAT(e.what(), Catch::StartsWith("this machine is too busy"));
    }
  }
  REQUIRE(begun);
  // What it could not remove goes with the rest.
  std::size_t left = 0;
  for (const auto& file : fs::directory_iterator(folder.path() / "work/cpu"))
    left += file.path().filename().string().rfind("simtcc.", 0) == 0;
  CHECK(left == 1);
}

TEST_CASE("a source that stalls the compiler is a compile error") {
  // Nothing is isolated here: a compiler in the sandbox finds no pipe that it could open.
  const Workspace folder;
  const fs::path pipe = folder.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const auto start = std::chrono::steady_clock::now();
  const Build build =
      build_with({60, 600, 1}, "#include \"" + pipe.string() + "\"\n#include \"matmul.h\"\n");
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(200));
  CHECK(build.verdict == Verdict::compile_error);
  CHECK_THAT(build.output, Catch::Contains("waited in vain each of 2 times"));
}

TEST_CASE("cores and memory limit concurrent compilers, but one may always run") {
  CHECK(may_start_compiler(0, 1, 0));
  CHECK_FALSE(may_start_compiler(1, 1, 64 * GiB));
  CHECK(may_start_compiler(1, 2, 64 * GiB));
  CHECK_FALSE(may_start_compiler(2, 2, 64 * GiB));
  CHECK_FALSE(may_start_compiler(1, 16, GiB));
  CHECK(may_start_compiler(1, 16, 2 * GiB));
  CHECK_FALSE(may_start_compiler(3, 16, 3 * GiB));

  std::atomic<int> running = 0, most = 0;
  const auto work = [&] {
    const CompilerSlot slot;
    const int now = ++running;
    for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    --running;
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < 3 * usable_cores(); ++i) threads.emplace_back(work);
  threads.clear();
  CHECK(most >= 1);
  CHECK(most <= static_cast<int>(usable_cores()));
}

TEST_CASE("a container's limits on cores and memory are respected") {
  const Workspace folder;
  const fs::path root = folder.path();
  const unsigned cores = std::thread::hardware_concurrency();
  CHECK(usable_cores(root) == cores);
  write_file(root / "proc/meminfo", "MemTotal: 99 kB\nMemAvailable:   8388608 kB\n");
  CHECK(available_bytes(root) == 8 * GiB);

  SECTION("control groups, version 2: the least of all groups above") {
    write_file(root / "proc/self/cgroup", "0::/jobs/one\n");
    write_file(root / "sys/fs/cgroup/jobs/one/cpu.max", "max 100000\n");
    write_file(root / "sys/fs/cgroup/jobs/cpu.max", "100000 100000\n");
    write_file(root / "sys/fs/cgroup/jobs/one/memory.max", std::to_string(4 * GiB));
    write_file(root / "sys/fs/cgroup/jobs/one/memory.current", std::to_string(3 * GiB));
    write_file(root / "sys/fs/cgroup/jobs/one/memory.stat",
               "anon 5\ninactive_file " + std::to_string(GiB) + "\n");
    write_file(root / "sys/fs/cgroup/jobs/memory.max", "max\n");
    CHECK(usable_cores(root) == 1);
    CHECK(available_bytes(root) == 2 * GiB);
  }
  SECTION("control groups, version 1, in a container: the path is the host's") {
    write_file(root / "proc/self/cgroup", "4:memory:/docker/abc\n2:cpu,cpuacct:/docker/abc\n");
    write_file(root / "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100000\n");
    write_file(root / "sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    write_file(root / "sys/fs/cgroup/memory/memory.limit_in_bytes", std::to_string(GiB));
    write_file(root / "sys/fs/cgroup/memory/memory.usage_in_bytes", "0");
    CHECK(usable_cores(root) == 1);
    CHECK(available_bytes(root) == GiB);
  }
  SECTION("no limit") {
    write_file(root / "proc/self/cgroup", "0::/\n2:cpu:/\n");
    write_file(root / "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    write_file(root / "sys/fs/cgroup/cpu.max", "max 100000\n");
    CHECK(usable_cores(root) == cores);
    CHECK(available_bytes(root) == 8 * GiB);
  }
}

#include <cblas.h>
#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <numeric>
#include <sstream>
#include <thread>

#include "doctor/survey.h"
#include "lab/manifest.h"
#include "model/environment.h"

namespace warpgrade::doctor {
namespace fs = std::filesystem;
namespace {

using Clock = std::chrono::steady_clock;

double measure_seconds(const std::function<void()>& work) {
  const auto began = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - began).count();
}

double cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// The first word of a file as a number; nothing if it is not one ("max").
std::optional<double> number_in(const fs::path& file) {
  std::ifstream in(file);
  double value = 0;
  if (in >> value) return value;
  return std::nullopt;
}

/// The container's limit in cgroup v2: "200000 100000" is the time of two cores.
std::optional<double> cpu_quota() {
  std::ifstream in("/sys/fs/cgroup/cpu.max");
  double quota = 0, period = 0;
  if (in >> quota >> period && period > 0) return quota / period;
  return std::nullopt;
}

/// A line "NAME:  1234 kB" of /proc/meminfo, in bytes.
std::optional<double> memory_line(const std::string& name) {
  std::ifstream in("/proc/meminfo");
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(name + ":", 0) == 0) return 1024 * std::atof(line.c_str() + name.size() + 1);
  }
  return std::nullopt;
}

void survey_memory(CpuReport& cpu) {
  cpu.memory_bytes = memory_line("MemTotal");
  cpu.memory_free_bytes = memory_line("MemAvailable");
  const auto limit = number_in("/sys/fs/cgroup/memory.max");
  const auto used = number_in("/sys/fs/cgroup/memory.current");
  if (!limit || !used || !cpu.memory_bytes || *limit >= *cpu.memory_bytes) return;
  cpu.memory_bytes = limit;
  cpu.memory_free_bytes = std::min(cpu.memory_free_bytes.value_or(*limit), *limit - *used);
}

struct CpuTimes {
  double idle = 0, all = 0;  // sums over all cores, in ticks
};

std::optional<CpuTimes> cpu_times() {
  std::ifstream in("/proc/stat");
  std::string name;
  if (!(in >> name) || name != "cpu") return std::nullopt;
  std::vector<double> ticks;
  std::string line;
  std::getline(in, line);
  std::istringstream numbers(line);
  for (double value = 0; numbers >> value;) ticks.push_back(value);
  if (ticks.size() < 8) return std::nullopt;
  // user nice system idle iowait irq softirq steal; user includes guests.
  return CpuTimes{ticks[3] + ticks[4], std::accumulate(ticks.begin(), ticks.begin() + 8, 0.0)};
}

/// Measured while this process sleeps, so only other programs use the CPU.
std::optional<double> busy_cores() {
  const auto before = cpu_times();
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const auto after = cpu_times();
  if (!before || !after || !(after->all > before->all)) return std::nullopt;
  const double idle = (after->idle - before->idle) / (after->all - before->all);
  return (1 - idle) * std::thread::hardware_concurrency();
}

/// Operations per second of a matrix product in double: the best of many runs, because interference
/// only makes runs slower.
double blas_flops(int n, double& cores_used) {
  const auto size = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  const std::vector<double> a(size, 0.5), b(size, 0.25);
  std::vector<double> c(size);
  const auto product = [&] {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0, a.data(), n, b.data(), n,
                0.0, c.data(), n);
  };
  product();
  constexpr double long_enough = 1.5;
  double shortest = 1e300, all = 0;
  const double cpu_before = cpu_seconds();
  for (int i = 0; i < 5 || all < long_enough; ++i) {
    const double seconds = measure_seconds(product);
    shortest = std::min(shortest, seconds);
    all += seconds;
  }
  cores_used = (cpu_seconds() - cpu_before) / all;
  return 2.0 * n * n * n / shortest;
}

void survey_blas(CpuReport& cpu) {
  cpu.blas = openblas_get_corename();
  cpu.blas_threads = openblas_get_num_procs();
  double one = 0;
  cpu.blas_one_flops = blas_flops(1024, one);
  openblas_set_num_threads(cpu.blas_threads);
  cpu.blas_all_flops = blas_flops(cpu.blas_threads > 8 ? 3072 : 1280, cpu.blas_cores_used);
  openblas_set_num_threads(1);
}

/// A few milliseconds of dependent multiplications, always the same.
double fixed_work() {
  static volatile double factor = 0.999999;
  double value = 1;
  const double f = factor;
  for (int i = 0; i < 1 << 20; ++i) value = value * f + f;
  return value;
}

}  // namespace

void survey_cpu(Machine& machine, const fs::path& root) {
  CpuReport& cpu = machine.cpu;
  cpu.name = describe_environment(Sandbox(root, false), std::nullopt, GpuInventory{}).at("cpu");
  cpu.busy_cores = busy_cores();
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  cpu.cores = sched_getaffinity(0, sizeof allowed, &allowed) == 0
                  ? CPU_COUNT(&allowed)
                  : static_cast<int>(std::thread::hardware_concurrency());
  cpu.quota = cpu_quota();
  survey_memory(cpu);
  const char* given = std::getenv("TMPDIR");
  cpu.disk_folder = given != nullptr && *given != '\0' ? given : "/tmp";
  std::error_code error;
  if (const auto space = fs::space(cpu.disk_folder, error); !error)
    cpu.disk_free_bytes = static_cast<double>(space.available);
  for (const std::string& lab : lab_names(root))
    cpu.memory_needed_bytes =
        std::max(cpu.memory_needed_bytes, static_cast<double>(load_lab(root, lab).memory_bytes));
  survey_blas(cpu);
  std::vector<double> times;
  volatile double kept = fixed_work();
  for (int i = 0; i < 100; ++i) times.push_back(measure_seconds([&] { kept = fixed_work(); }));
  cpu.noise = measure_noise(times);
}

}  // namespace warpgrade::doctor

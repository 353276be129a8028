#include "profile/measure.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/fault.h"
#include "profile/nsight.h"
#include "profile/nsight_csv.h"

namespace warpgrade {
namespace {

// With more kernels than this, use the profiler directly.
constexpr std::size_t most_kernels = 8;

/// The profiler runs a kernel once per pass and restores all memory in between.
constexpr double profiler_seconds = 300;

/// For device 0, with the driver API, which needs no context for it; nothing on failure.
std::optional<double> multiprocessors_here() {
  constexpr int multiprocessor_count = 16;  // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::nullopt;
  const auto init = reinterpret_cast<int (*)(unsigned)>(dlsym(library, "cuInit"));
  const auto get = reinterpret_cast<int (*)(int*, int)>(dlsym(library, "cuDeviceGet"));
  const auto attribute =
      reinterpret_cast<int (*)(int*, int, int)>(dlsym(library, "cuDeviceGetAttribute"));
  int device = 0, count = 0;
  if (init == nullptr || get == nullptr || attribute == nullptr || init(0) != 0 ||
      get(&device, 0) != 0 || attribute(&count, multiprocessor_count, device) != 0 || count <= 0)
    return std::nullopt;
  return count;
}

/// Built next to this program.
std::filesystem::path connect_program(const std::filesystem::path& root) {
  std::error_code ignored;
  const auto beside =
      std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / "connect";
  auto found = std::filesystem::exists(beside, ignored) ? beside : root / "build/connect";
  if (!std::filesystem::exists(found, ignored))
    throw GraderError(found.string() + " is missing", "Run 'make build'.");
  return found;
}

std::string whole_file(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// One run of the profiler: its report, and the output of it and the program.
struct ProfilerRun {
  std::string log, printed;
  bool called = false;  // the function returned
};

ProfilerRun run_profiler(const MeasuredCall& call, const Nsight& nsight,
                         const std::string& symbol) {
  const auto log = call.work / "nsight.log";
  std::filesystem::remove(log);
  Worker::Settings settings = call.settings;
  settings.wrapper = {nsight_arguments(nsight, symbol, log), connect_program(call.request.root),
                      call.work};
  settings.limits.cpu_seconds = settings.limits.wall_seconds = profiler_seconds;
  settings.limits.processes = 4096;
  settings.limits.file_bytes = 16ull << 30;
  if (const char* path = std::getenv("PATH")) settings.environment["PATH"] = path;
  settings.environment["LC_ALL"] = "C";
  // ncu keeps a lock and other files there: another user's would be in the way.
  settings.environment["TMPDIR"] = settings.environment["HOME"] = call.work.string();
  ProfilerRun run;
  Worker worker(call.trusted, settings);
  const Task& task = call.subject.task();
  constexpr std::uint32_t not_verified = 1;
  const CallOutcome outcome = worker.call(task.signature.entry, task.device_pointers, call.image,
                                          std::nullopt, {0, not_verified, 0, 0});
  run.called = outcome.reply && outcome.reply->status == protocol::Reply::done;
  if (outcome.ended) {
    run.printed = outcome.ended->output;
  } else {
    // The profiler inside the worker still sends its data.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    run.printed = worker.finish().output;
  }
  run.log = whole_file(log);
  return run;
}

}  // namespace

void measure_kernels(const MeasuredCall& call, const std::vector<std::string>& symbols,
                     ProfileResult& result) {
  const auto nsight = find_nsight(call.toolkit);
  if (!nsight) {
    result.unmeasured = "Nsight Compute (ncu, 2022 or newer) is not here";
    result.advice =
        "It comes with the CUDA toolkit; where it was left out, install the package nsight-compute "
        "and put ncu on PATH.";
    return;
  }
  result.profiler = "Nsight Compute " + nsight->version;
  if (!call.request.may_leave_sandbox) {
    result.unmeasured = "the profiler cannot work in the sandbox";
    result.advice =
        "For your own code, --no-sandbox runs it without isolation, and the GPU's counters are "
        "read.";
    return;
  }
  std::optional<double> multiprocessors;
  for (std::size_t i = 0; i < std::min(symbols.size(), most_kernels); ++i) {
    const LaunchedKernel& kernel = result.launched[i];
    call.progress("profiling " + kernel.kernel, static_cast<int>(i),
                  static_cast<int>(std::min(symbols.size(), most_kernels)));
    ProfilerRun run = run_profiler(call, *nsight, symbols[i]);
    result.raw += run.log + run.printed;
    std::vector<NsightLaunch> launches = parse_nsight_csv(run.log);
    // The first kernel is also found without a name, in case the names differ.
    if (i == 0 && launches.empty() &&
        run.log.find("No kernels were profiled") != std::string::npos) {
      run = run_profiler(call, *nsight, "");
      result.raw += run.log + run.printed;
      launches = parse_nsight_csv(run.log);
    }
    if (launches.empty()) {
      Refusal refusal = nsight_refusal(run.log, run.printed);
      if (!run.called && nsight_errors(run.log).empty())
        refusal.why =
            fmt::format("the call did not come back under the profiler ({})", refusal.why);
      result.unmeasured = refusal.why;
      result.advice = refusal.advice;
      // If it is forbidden or broken once, it will be so for the next kernel.
      if (result.measured.empty()) return;
      continue;
    }
    KernelProfile profile = make_profile(launches.front());
    profile.kernel = kernel.kernel;
    profile.launches = kernel.launches;
    if (!profile.multiprocessors) {
      if (!multiprocessors) multiprocessors = multiprocessors_here();
      profile.multiprocessors = multiprocessors;
    }
    result.measured.push_back(std::move(profile));
  }
  if (symbols.size() > most_kernels)
    result.note = fmt::format("It launches {} kernels; the first {} are shown.", symbols.size(),
                              most_kernels);
}

}  // namespace warpgrade

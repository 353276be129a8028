#include "grading/grade_on_gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <map>
#include <optional>
#include <utility>

#include "base/fault.h"
#include "gpus/nvml.h"
#include "measure/held_gpus.h"

namespace warpgrade {
namespace {

/// ptxas's resource usage of the kernels, computed during the wait for GPUs and the cases, or, if
/// no thread is free, when it is needed.
std::future<std::vector<KernelResources>> ask_for_resources(const GradeSetting& setting,
                                                            const Builds& builds) {
  if (builds.submission.verdict != Verdict::ok) return {};
  return std::async([&] {
    return setting.toolchain.read_resources(
        setting.lab, submitted(setting.lab, setting.request.submission, builds.constants),
        *setting.machine.toolkit, setting.machine.capability);
  });
}

/// The most GPUs that a task of the grade uses.
int most_devices(const GradeSetting& setting) {
  int most = 1;
  for (const Task& task : setting.lab.tasks)
    if (setting.backend_for(task) == Backend::cuda) most = std::max(most, task.devices);
  return most;
}

/// Free bytes of its memory before this grade uses it.
unsigned long long memory_left(const Gpu& gpu) {
  const std::optional<Nvml> nvml = Nvml::open();
  if (!nvml || gpu.number >= nvml->devices()) return gpu.memory_bytes;
  return gpu.memory_bytes -
         std::min(gpu.memory_bytes, nvml->state(gpu.number).memory_used_bytes.value_or(0));
}

/// For a GPU whose memory is used by other programs: the other results, and earlier measurements,
/// still count.
void leave_speed_open(std::vector<TaskState>& tasks, unsigned long long free_bytes,
                      const GraderError& error) {
  for (TaskState& state : tasks) {
    for (PerformanceResult& p : state.result.performance) {
      if (p.ran || !p.detail.empty()) continue;
      p.detail = {
          because("speed.little-memory",
                  {{"free", fmt::format("{:.1f}", static_cast<double>(free_bytes) / 0x1p30)},
                   {"text", error.what()}})};
    }
  }
}

/// Times the correct tasks.
void measure_speed(const GradeSetting& setting, const Builds& builds, SpeedMeter& meter,
                   const GpusInUse& gpus, std::vector<TaskState>& tasks) {
  std::map<int, std::vector<TimedTask>> by_devices;
  int done = 0, total = 0;
  for (auto& [task, result, ran] : tasks) {
    if (!ran.started || result.verdict != Verdict::ok ||
        setting.backend_for(task) != setting.backend)
      continue;
    by_devices[task.devices].push_back({task, result.performance});
    total += static_cast<int>(task.performance.size());
  }
  for (const auto& [devices, chosen] : by_devices)
    meter.measure(chosen, builds.run, gpus, [&](const std::string& what) {
      setting.progress("measuring " + what, done++, total);
    });
}

}  // namespace

std::unique_ptr<SpeedMeter> grade_on_gpu(const GradeSetting& setting, Builds& builds,
                                         std::unique_ptr<SpeedMeter> given, PhaseSeconds& phases,
                                         std::map<std::string, std::string>& environment,
                                         std::vector<TaskState>& tasks) {
  std::future<std::vector<KernelResources>> resources = ask_for_resources(setting, builds);
  std::optional<HeldGpus> held;
  phases.timed("waiting", [&] {
    held.emplace(setting.gpus.gpus, most_devices(setting),
                 [&](const std::string& what) { setting.progress(what, 0, 0); });
  });
  // `held` is destroyed last, even if a grade fails: its processes exist until then.
  std::unique_ptr<SpeedMeter> meter = std::move(given);
  const Gpu& first = held->gpus().front();
  if (const std::string ids = gpu_view(held->gpus()).visible; !ids.empty())
    environment["gpu_uuid"] = ids;
  const unsigned long long free_bytes = memory_left(first);
  // Enough for a dozen processes: each that opens CUDA takes up to half a GB.
  const bool roomy = free_bytes >= 12ull << 30;
  const GpusInUse gpus{[&](int devices) { return held->sandbox_with(setting.sandbox, devices); },
                       first.number};
  phases.timed("held", [&] {
    // The referee opens the device while cases run.
    if (meter && roomy) meter->open(gpus);
    phases.timed("cases",
                 [&] { run_cases(setting, builds, Backend::cuda, gpus.sandbox_for, tasks); });
    // Before anything is timed, so that the cores are idle then.
    if (resources.valid()) builds.submission.resources = resources.get();
    if (!meter) return;
    phases.timed("speed", [&] {
      try {
        measure_speed(setting, builds, *meter, gpus, tasks);
      } catch (const GraderError& error) {
        if (roomy) throw;
        leave_speed_open(tasks, free_bytes, error);
      }
    });
    // The next user of the device must not find any of our processes on it.
    meter->close();
  });
  if (meter) phases.add(meter->seconds());
  return meter;
}

}  // namespace warpgrade

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

/// What ptxas says of the kernels. It works beside the wait for GPUs and the cases; where there is
/// no other thread to be had, when it is asked for.
std::future<std::vector<KernelResources>> ask_for_resources(const GradeSetting& setting,
                                                            const Builds& builds) {
  if (builds.submission.verdict != Verdict::ok) return {};
  return std::async([&] {
    return setting.toolchain.resources_of(
        setting.lab, submitted(setting.lab, setting.request.submission, builds.constants),
        *setting.machine.toolkit, setting.machine.capability);
  });
}

/// That a task of the grade is meant to use.
int most_devices(const GradeSetting& setting) {
  int most = 1;
  for (const Task& task : setting.lab.tasks)
    if (setting.backend_of(task) == Backend::cuda) most = std::max(most, task.devices);
  return most;
}

/// Of its memory, before anything of ours runs there.
unsigned long long free_bytes_of(const Gpu& gpu) {
  const std::optional<Nvml> nvml = Nvml::open();
  if (!nvml || gpu.number >= nvml->devices()) return gpu.memory_bytes;
  return gpu.memory_bytes -
         std::min(gpu.memory_bytes, nvml->state(gpu.number).memory_used_bytes.value_or(0));
}

/// Where other programs hold the GPU's memory, the rest of the grade is worth having. What was
/// measured before stands, and is verified like any other.
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

/// What is right is timed.
void measure_speed(const GradeSetting& setting, const Builds& builds, SpeedMeter& meter,
                   const GpusInUse& gpus, std::vector<TaskState>& tasks) {
  std::map<int, std::vector<TimedTask>> by_devices;
  int done = 0, total = 0;
  for (auto& [task, result, ran] : tasks) {
    if (!ran.started || result.verdict != Verdict::ok ||
        setting.backend_of(task) != setting.backend)
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
  // GPUs are given back last of all, also where a grade fails: until then its processes are there.
  std::unique_ptr<SpeedMeter> meter = std::move(given);
  const Gpu& first = held->gpus().front();
  if (const std::string ids = view_of(held->gpus()).visible; !ids.empty())
    environment["gpu_uuid"] = ids;
  const unsigned long long free_bytes = free_bytes_of(first);
  // Enough for a dozen processes: each that opens CUDA takes up to half a GB.
  const bool roomy = free_bytes >= 12ull << 30;
  const GpusInUse gpus{[&](int devices) { return held->shown_by(setting.sandbox, devices); },
                       first.number};
  phases.timed("held", [&] {
    // The referee opens the device while cases run.
    if (meter && roomy) meter->open(gpus);
    phases.timed("cases",
                 [&] { run_cases(setting, builds, Backend::cuda, gpus.sandbox_for, tasks); });
    // Before anything is timed: then the cores are idle.
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
    // Whoever gets the device next finds nothing of this submission's on it, and nothing of ours.
    meter->close();
  });
  if (meter) phases.add(meter->seconds());
  return meter;
}

}  // namespace warpgrade

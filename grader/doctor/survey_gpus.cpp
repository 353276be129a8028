#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <memory>
#include <thread>

#include "base/fault.h"
#include "doctor/survey.h"
#include "grading/builds.h"
#include "measure/device_lock.h"
#include "toolchain/installation.h"

namespace warpgrade::doctor {
namespace fs = std::filesystem;
namespace {

/// NVIDIA's display controllers on the PCI bus, as the kernel lists them.
int gpus_on_bus() {
  int count = 0;
  std::error_code ignored;
  for (fs::directory_iterator at("/sys/bus/pci/devices", ignored), end; at != end;
       at.increment(ignored)) {
    const auto word = [&](const char* file) {
      std::ifstream in(at->path() / file);
      std::string text;
      in >> text;
      return text;
    };
    if (word("vendor") == "0x10de" && word("class").rfind("0x03", 0) == 0) ++count;
  }
  return count;
}

template <class Number>
void keep_maximum(std::optional<Number>& most, const std::optional<Number>& seen) {
  if (seen && (!most || *most < *seen)) most = seen;
}

/// Samples a device periodically on a thread of its own, until it is destroyed.
class Watch {
 public:
  Watch(const Nvml& nvml, int device, LoadFigures& load)
      : thread_([this, &nvml, device, &load] {
          while (!stop_) {
            const DeviceState state = nvml.state(device);
            const DeviceFacts facts = nvml.facts(device);
            keep_maximum(load.sm_mhz, state.sm_mhz);
            keep_maximum(load.temperature_c, state.temperature_c);
            keep_maximum(load.power_watts, state.power_watts);
            keep_maximum(load.pcie_generation, facts.pcie_generation);
            keep_maximum(load.pcie_width, facts.pcie_width);
            if (state.throttle_reasons)
              load.throttle_reasons = load.throttle_reasons.value_or(0) | *state.throttle_reasons;
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
          }
        }) {}
  ~Watch() {
    stop_ = true;
    thread_.join();
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

class GpuSurvey {
 public:
  GpuSurvey(Machine& machine, const Nvml& nvml, DeviceProber& prober)
      : machine_(machine), nvml_(nvml), prober_(prober) {}

  void run(const OnProgress& progress) {
    for (int i = 0; i < nvml_.devices(); ++i) {
      DeviceReport report;
      report.facts = nvml_.facts(i);
      report.state = nvml_.state(i);
      machine_.devices.push_back(std::move(report));
    }
    std::optional<HeldDevices> held;  // grades that measure speed have priority
    std::vector<ListedDevice> listed;
    try {
      std::vector<std::string> names;
      for (std::size_t i = 0; i < machine_.devices.size(); ++i)
        names.push_back(machine_.devices[i].facts->uuid.value_or(std::to_string(i)));
      held.emplace(names, names.size(), [&](const std::string& what) { progress(what, 0, 0); });
      // Query the state again: a grade may have used the GPU before.
      for (std::size_t i = 0; i < machine_.devices.size(); ++i)
        machine_.devices[i].state = nvml_.state(static_cast<int>(i));
      listed = prober_.list(usual());
    } catch (const GraderError& error) {
      for (DeviceReport& device : machine_.devices) device.error = error.what();
      return;
    }
    for (DeviceReport& device : machine_.devices) device.error = "CUDA does not list it.";
    for (std::size_t i = 0; i < listed.size(); ++i) {
      progress("measuring the GPUs", static_cast<int>(i), static_cast<int>(listed.size()));
      probe(static_cast<int>(i), listed[i]);
    }
    if (listed.size() < 2) return;
    progress("copying between the GPUs", 0, 0);
    try {
      machine_.peers = prober_.peers(usual());
    } catch (const GraderError& error) {
      machine_.peers_error = error.what();
    }
  }

 private:
  /// The compute capability of any device: enough for a program without kernels.
  int usual() const {
    for (const DeviceReport& device : machine_.devices)
      if (device.capability()) return *device.capability();
    return usual_capability;
  }

  void probe(int number, const ListedDevice& listed) {
    const std::optional<int> at = nvml_.find(listed.bus_id);
    if (!at) machine_.devices.emplace_back();
    DeviceReport& device =
        at ? machine_.devices[static_cast<std::size_t>(*at)] : machine_.devices.back();
    device.number = number;
    device.error.clear();
    try {
      LoadFigures load;
      std::optional<Watch> watch;
      if (at) watch.emplace(nvml_, *at, load);
      device.probe = prober_.device(number, listed.capability);
      watch.reset();
      if (at) device.load = load;
      device.noise = measure_noise(device.probe->kernel_seconds);
    } catch (const GraderError& error) {
      device.error = error.what();
    }
  }

  Machine& machine_;
  const Nvml& nvml_;
  DeviceProber& prober_;
};

}  // namespace

void survey_gpus(Machine& machine, const Sandbox& runner, const fs::path& root,
                 const OnProgress& progress) {
  machine.gpus_on_bus = gpus_on_bus();
  const auto nvml = Nvml::open(&machine.why_no_gpu);
  const Workspace work;
  if (nvml && nvml->devices() == 0) machine.why_no_gpu = "the NVIDIA driver sees no GPU";
  const bool any = nvml && nvml->devices() > 0;
  if (!machine.toolkit) {
    for (int i = 0; any && i < nvml->devices(); ++i) {
      machine.devices.emplace_back();
      machine.devices.back().facts = nvml->facts(i);
      machine.devices.back().state = nvml->state(i);
      machine.devices.back().error = "there is no nvcc to build the probe with";
    }
    return;
  }
  progress("building the GPU's probe", 0, 0);
  DeviceProber prober(root, work.path(), runner, *machine.toolkit);
  try {
    prober.build(any ? nvml->facts(0).capability.value_or(usual_capability) : usual_capability);
  } catch (const GraderError& error) {
    machine.nvcc_error = error.what();
  }
  if (any) GpuSurvey(machine, *nvml, prober).run(progress);
}

}  // namespace warpgrade::doctor

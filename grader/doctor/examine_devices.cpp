#include <fmt/format.h>

#include <algorithm>

#include "doctor/examination.h"
#include "doctor/units.h"

namespace warpgrade::doctor {
namespace {

std::string process_list(const std::vector<unsigned>& pids) {
  std::string text;
  for (std::size_t i = 0; i < pids.size() && i < 8; ++i)
    text += (i > 0 ? ", " : "") + std::to_string(pids[i]);
  return text + (pids.size() > 8 ? ", ..." : "");
}

void examine_memory(Section& section, const std::string& gpu, const DeviceFacts& facts) {
  if (facts.ecc == false)
    section.add(Level::remark, gpu + " has ECC (memory error correction) switched off.",
                "Switch ECC on if results must be reliable: nvidia-smi -e 1, then restart.");
  if (facts.uncorrected_errors.value_or(0) > 0)
    section.add(Level::unfit,
                fmt::format("{} has had {} memory errors that could not be corrected since the "
                            "driver was loaded: its results may be wrong.",
                            gpu, *facts.uncorrected_errors),
                "Reset the GPU (nvidia-smi -r) or restart the machine; if errors return, have "
                "it replaced.");
  if (facts.remapping_failed == true)
    section.add(Level::unfit, gpu + " has no spare memory rows left for faulty ones.",
                "Have the GPU replaced.");
  else if (facts.remapping_pending == true)
    section.add(Level::remark, gpu + " will replace faulty memory rows at its next reset.",
                "Reset the GPU (nvidia-smi -r) or restart the machine.");
}

void examine_modes(Section& section, const std::string& gpu, const DeviceFacts& facts) {
  if (facts.persistence == false)
    section.add(Level::remark,
                gpu +
                    ": the driver unloads when no program runs, which delays the start of each "
                    "program takes longer (persistence mode is off).",
                "Start nvidia-persistenced, or run: nvidia-smi -pm 1");
  if (facts.compute_mode == "prohibited")
    section.add(Level::unfit, gpu + " runs no programs (compute mode: prohibited).",
                "Run: nvidia-smi -c DEFAULT");
  else if (facts.compute_mode && *facts.compute_mode != "default")
    section.add(Level::remark,
                gpu + " serves one program at a time (compute mode: " + *facts.compute_mode +
                    "): a student's run fails while another one uses it.",
                "Run: nvidia-smi -c DEFAULT");
  if (facts.mig == true)
    section.add(Level::remark,
                gpu +
                    " is divided (MIG): programs see one instance, and its speed is not the whole "
                    "GPU's.",
                "Measure speed on undivided GPUs, or divide all GPUs of the room in the same way.");
}

void examine_state(Section& section, const std::string& gpu, const DeviceReport& device) {
  const std::string later = "Run the doctor again when the GPU is free.";
  if (device.state && device.state->processes && !device.state->processes->empty()) {
    section.add(
        Level::remark,
        fmt::format("{} is used by other programs (process {}): measured times are unreliable.",
                    gpu, process_list(*device.state->processes)),
        later);
  } else if (device.state && device.state->utilization_percent.value_or(0) > 10) {
    section.add(Level::remark,
                fmt::format("{} was busy to {} % before the measurements, by programs that "
                            "are not visible here: measured times are unreliable.",
                            gpu, *device.state->utilization_percent),
                later);
  }
  DeviceState loaded;
  if (device.load) loaded.throttle_reasons = device.load->throttle_reasons;
  const std::string cool =
      "Check cooling, power supply and dust; nvidia-smi -q -d PERFORMANCE "
      "shows the reasons.";
  if (device.state && is_throttled(*device.state))
    section.add(Level::remark,
                fmt::format("{} is throttled while idle: {}.", gpu,
                            throttle_reasons(*device.state->throttle_reasons)),
                cool);
  else if (is_throttled(loaded))
    section.add(Level::remark,
                fmt::format("{} is throttled under load: {}.", gpu,
                            throttle_reasons(*loaded.throttle_reasons)),
                cool);
  const auto& hottest = device.load && device.load->temperature_c ? device.load->temperature_c
                        : device.state                            ? device.state->temperature_c
                                                                  : std::nullopt;
  if (hottest && device.state && device.state->slowdown_c &&
      *hottest >= *device.state->slowdown_c - 5)
    section.add(Level::remark,
                fmt::format("{} is at {} °C; it throttles at {} °C.", gpu, *hottest,
                            *device.state->slowdown_c),
                cool);
}

void examine_link(Section& section, const std::string& gpu, const DeviceReport& device) {
  if (!device.load || !device.facts) return;
  const DeviceFacts& facts = *device.facts;
  const auto& generation = device.load->pcie_generation;
  const auto& width = device.load->pcie_width;
  const bool slow =
      generation && facts.pcie_generation_max && *generation < *facts.pcie_generation_max;
  const bool narrow = width && facts.pcie_width_max && *width < *facts.pcie_width_max;
  if (!slow && !narrow) return;
  section.add(Level::remark,
              fmt::format("{} uses PCIe {} x{} under load, but supports {} x{}.", gpu,
                          generation.value_or(0), width.value_or(0),
                          facts.pcie_generation_max.value_or(0), facts.pcie_width_max.value_or(0)),
              "Check the slot, the riser and the BIOS settings.");
}

/// The state of a healthy device, in one line.
std::string summary(const DeviceReport& device) {
  std::string text = fmt::format("{}: {}", device.name(), device.model());
  const auto add = [&text](const std::string& more) { text += ", " + more; };
  if (device.facts) {
    const DeviceFacts& facts = *device.facts;
    if (facts.ecc) add(*facts.ecc ? "ECC on" : "ECC off");
    if (facts.mig == true) add("MIG on");
    const auto& load = device.load;
    const auto generation =
        load && load->pcie_generation ? load->pcie_generation : facts.pcie_generation;
    const auto width = load && load->pcie_width ? load->pcie_width : facts.pcie_width;
    if (generation && width) add(fmt::format("PCIe {} x{}", *generation, *width));
  }
  if (device.load && device.load->temperature_c)
    add(fmt::format("{} °C under load", *device.load->temperature_c));
  if (device.load && device.load->sm_mhz) add(fmt::format("{} MHz", *device.load->sm_mhz));
  if (device.load && device.load->power_watts)
    add(fmt::format("{:.0f} W", *device.load->power_watts));
  return text;
}

/// The data sheet's values, once per model.
void add_figures(Section& section, const DeviceProbe& p) {
  const auto add = [&](const char* label, std::string value) {
    section.figures.push_back({label, std::move(value)});
  };
  const int cc = static_cast<int>(p.capability);
  add(p.name.c_str(), "");
  add("compute capability", units::capability(cc));
  add("clock", fmt::format("{:.0f} MHz", p.clock_hz / 1e6));
  add("global memory", units::gib(p.memory_bytes));
  add("L2 cache", fmt::format("{:.1f} MiB", p.l2_bytes / (1 << 20)));
  add("memory bandwidth, peak", units::gigabytes_per_second(p.peak_bytes_per_second));
  add("multiprocessors", fmt::format("{:.0f}", p.multiprocessors));
  add("cores per multiprocessor",
      fmt::format("{:.0f} float, {:.0f} double", p.cores_f32, p.cores_f64));
  add("threads", fmt::format("{:.0f} per block, {:.0f} per multiprocessor", p.threads_per_block,
                             p.threads_per_multiprocessor));
  add("shared memory per block",
      fmt::format("{}, {} on request", units::kib(p.shared_bytes_per_block),
                  units::kib(p.shared_bytes_on_request)));
  add("constant memory", units::kib(p.constant_bytes));
  add("registers per block", fmt::format("{:.0f}", p.registers_per_block));
  add("peak, float", units::flops(p.peak_flops_f32) + " (a multiply-add counted twice)");
  add("peak, double", units::flops(p.peak_flops_f64));
  // A program needs this many per number that it moves, or it is memory-bound.
  add("multiply-adds per number moved",
      fmt::format("{:.0f} float, {:.0f} double",
                  p.peak_flops_f32 / 2 / (p.peak_bytes_per_second / sizeof(float)),
                  p.peak_flops_f64 / 2 / (p.peak_bytes_per_second / sizeof(double))));
}

void examine_no_device(Section& section, const Machine& machine) {
  if (machine.gpus_on_bus > 0) {
    section.add(Level::remark,
                fmt::format("The machine contains {} by NVIDIA, but {}.",
                            machine.gpus_on_bus == 1 ? "a GPU"
                                                     : fmt::format("{} GPUs", machine.gpus_on_bus),
                            machine.why_no_gpu),
                "Install the NVIDIA driver; in a container, pass the GPUs in (--gpus all).");
  } else {
    section.add(Level::fit, "No GPU: " + machine.why_no_gpu);
  }
}

void examine_peers(Section& section, const Machine& machine) {
  if (!machine.peers_error.empty())
    section.add(Level::unfit, "Copies between the GPUs fail: " + machine.peers_error,
                "Tasks for two GPUs cannot be graded on these; nvidia-smi topo -m shows how they "
                "are connected.");
  if (machine.peers.empty()) return;
  std::vector<double> rates;
  std::string without;
  for (const PeerCopy& peer : machine.peers) {
    rates.push_back(peer.bytes_per_second);
    if (!peer.access)
      without += fmt::format("{}{} to {}", without.empty() ? "" : ", ", peer.from, peer.to);
  }
  const auto [least, most] = std::minmax_element(rates.begin(), rates.end());
  const double usual = median(rates);
  section.add(Level::fit,
              fmt::format("Copies between the GPUs: {} to {}", units::gigabytes_per_second(*least),
                          units::gigabytes_per_second(*most)));
  if (!without.empty())
    section.add(Level::remark,
                "No direct access between GPUs (" + without +
                    "): a kernel that reads the other GPU's memory fails, and copies go through "
                    "the host.",
                "See nvidia-smi topo -p2p r; a virtual machine or an IOMMU may be the cause. Grade "
                "tasks for two GPUs elsewhere.");
  for (const PeerCopy& peer : machine.peers)
    if (peer.bytes_per_second < 0.7 * usual)
      section.add(
          Level::remark,
          fmt::format("Copies from GPU {} to {} reach {}, between other GPUs {}.", peer.from,
                      peer.to, units::gigabytes_per_second(peer.bytes_per_second),
                      units::gigabytes_per_second(usual)),
          "See nvidia-smi topo -m and nvidia-smi nvlink -s; a link may be missing.");
}

}  // namespace

Section examine_devices(const Machine& machine) {
  Section section{"devices", "GPUs", {}, {}, {}};
  if (machine.devices.empty()) {
    examine_no_device(section, machine);
    return section;
  }
  std::vector<std::string> models;
  for (const DeviceReport& device : machine.devices) {
    const std::string gpu = device.name();
    if (device.probe) {
      section.add(Level::fit, summary(device));
      if (std::find(models.begin(), models.end(), device.model()) == models.end()) {
        models.push_back(device.model());
        add_figures(section, *device.probe);
      }
    } else if (machine.toolkit && machine.nvcc_error.empty()) {
      // Grading uses the first device that CUDA lists.
      const bool hidden = !device.number && can_grade_speed(machine);
      section.add(
          hidden ? Level::remark : Level::unfit,
          fmt::format("{} ({}) cannot run a program in the sandbox: {}", gpu, device.model(),
                      device.error),
          "Check that it is free, that this user may open its device file, and that the driver "
          "matches the toolkit: nvidia-smi -q, ls -l /dev/nvidia*.");
    } else {
      section.add(Level::fit, summary(device) + "; not measured: " + device.error);
    }
    if (device.facts) {
      examine_memory(section, gpu, *device.facts);
      examine_modes(section, gpu, *device.facts);
    }
    examine_state(section, gpu, device);
    examine_link(section, gpu, device);
  }
  examine_peers(section, machine);
  return section;
}

}  // namespace warpgrade::doctor

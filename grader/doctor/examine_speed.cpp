#include <fmt/format.h>

#include "doctor/examination.h"
#include "doctor/units.h"

namespace warpgrade::doctor {
namespace {

/// Below these shares of the data sheet's values, something is wrong. Healthy devices reach at
/// least 85 % of the bandwidth and 90 % of the operations.
constexpr double least_copy = 0.75, least_flops = 0.80, least_transfer = 0.6;
/// Above this, programs that differ by a few percent cannot be ranked.
constexpr double most_noise = 0.03;

/// Bytes per second of one PCIe lane in one direction, by generation, without encoding overhead.
double lane_rate(int generation) {
  switch (generation) {
    case 1:
      return 0.25e9;
    case 2:
      return 0.5e9;
    case 3:
      return 0.985e9;
    case 4:
      return 1.969e9;
    case 5:
      return 3.938e9;
    case 6:
      return 7.563e9;
    default:
      return 0;
  }
}

struct Share {
  const char* what;
  double reached, peak, least;
};

void examine_share(Section& section, const std::string& gpu, const Share& share) {
  if (!(share.peak > 0) || share.reached >= share.least * share.peak) return;
  section.add(
      Level::remark,
      fmt::format("{} reaches {} of the {} in its data sheet; at least {} is usual.", gpu,
                  units::share(share.reached / share.peak), share.what, units::share(share.least)),
      "Check whether the GPU is shared, hot, or limited in clock or power: nvidia-smi -q -d "
      "CLOCK,POWER,PERFORMANCE. Until this is solved, speed graded here is not comparable.");
}

void examine_transfers(Section& section, const std::string& gpu, const DeviceReport& device) {
  if (!device.load || !device.load->pcie_generation || !device.load->pcie_width) return;
  const double peak = lane_rate(*device.load->pcie_generation) * *device.load->pcie_width;
  const double slower = std::min(device.probe->to_device_bytes_per_second,
                                 device.probe->from_device_bytes_per_second);
  if (!(peak > 0) || slower >= least_transfer * peak) return;
  section.add(
      Level::remark,
      fmt::format("Copies between {} and the host reach {} of {}, the rate of PCIe {} x{} "
                  "carries.",
                  gpu, units::gigabytes_per_second(slower), units::gigabytes_per_second(peak),
                  *device.load->pcie_generation, *device.load->pcie_width),
      "Check that programs run on cores and memory close to the GPU (nvidia-smi topo -m) and that "
      "the "
      "machine is idle.");
}

/// GPUs of the same model in one machine should be equally fast.
void examine_siblings(Section& section, const Machine& machine) {
  const auto compare = [&](const char* what, auto rate) {
    for (const DeviceReport& device : machine.devices) {
      if (!device.probe) continue;
      std::vector<double> others;
      for (const DeviceReport& other : machine.devices)
        if (&other != &device && other.probe && other.model() == device.model())
          others.push_back(rate(*other.probe));
      const double usual = median(others);
      if (others.empty() || rate(*device.probe) >= 0.95 * usual) continue;
      section.add(
          Level::remark,
          fmt::format("{} is {} slower than the other {} of this machine: {}.", device.name(),
                      units::share(1 - rate(*device.probe) / usual), device.model(), what),
          "Grade speed on the others until the cause is known: see nvidia-smi -q for that GPU.");
    }
  };
  compare("copying", [](const DeviceProbe& p) { return p.copy_bytes_per_second; });
  compare("multiply-adds in float", [](const DeviceProbe& p) { return p.flops_f32; });
  compare("multiply-adds in double", [](const DeviceProbe& p) { return p.flops_f64; });
}

}  // namespace

Section examine_speed(const Machine& machine) {
  Section section{"speed", "GPUs, measured (share of the data sheet's)", {}, {}, {}};
  Table table;
  table.head = {"", "copy GB/s", "float TFLOP/s", "double TFLOP/s", "host GB/s", "noise"};
  const auto with_share = [](double value, double unit, double peak) {
    return fmt::format("{:.{}f} ({:.0f} %)", value / unit, unit > 1e9 ? 1 : 0,
                       peak > 0 ? 100 * value / peak : 0.0);
  };
  for (const DeviceReport& device : machine.devices) {
    if (!device.probe) continue;
    const DeviceProbe& p = *device.probe;
    table.rows.push_back({device.name(),
                          with_share(p.copy_bytes_per_second, 1e9, p.peak_bytes_per_second),
                          with_share(p.flops_f32, 1e12, p.peak_flops_f32),
                          with_share(p.flops_f64, 1e12, p.peak_flops_f64),
                          fmt::format("{:.1f}/{:.1f}", p.to_device_bytes_per_second / 1e9,
                                      p.from_device_bytes_per_second / 1e9),
                          device.noise ? units::share(device.noise->ratio) : "-"});
    const std::string gpu = device.name();
    const auto before = section.remarks.size();
    examine_share(
        section, gpu,
        {"memory bandwidth", p.copy_bytes_per_second, p.peak_bytes_per_second, least_copy});
    examine_share(section, gpu,
                  {"operations in float", p.flops_f32, p.peak_flops_f32, least_flops});
    examine_share(section, gpu,
                  {"operations in double", p.flops_f64, p.peak_flops_f64, least_flops});
    examine_transfers(section, gpu, device);
    if (device.noise && device.noise->ratio > most_noise)
      section.add(
          Level::remark,
          fmt::format("Times on {} are noisy: two equal workloads appear to differ by up "
                      "to {} (single times spread by {}).",
                      gpu, units::share(device.noise->ratio), units::share(device.noise->spread)),
          "Run nothing else while speed is graded, and check whether the clocks stay "
          "up (nvidia-smi -q -d CLOCK).");
    if (section.remarks.size() == before)
      section.add(Level::fit, gpu + " is as fast as its data sheet says, and steady");
  }
  if (table.rows.empty())
    section.add(Level::fit, "Nothing could be measured");
  else
    section.tables.push_back(std::move(table));
  examine_siblings(section, machine);
  return section;
}

}  // namespace warpgrade::doctor

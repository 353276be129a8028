#include "diagnosis/occupancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpgrade {
namespace {

/// CUDA Programming Guide, appendix "Compute Capabilities", table of technical specifications
/// ("Maximum number of resident blocks per SM", "... warps per SM", "Maximum amount of shared
/// memory per SM"). All of these have 64 K registers per SM.
struct Multiprocessor {
  int capability;
  int blocks;
  int warps;
  int shared_kib;
};

constexpr std::array multiprocessors = {
    Multiprocessor{70, 32, 64, 96},   Multiprocessor{75, 16, 32, 64},
    Multiprocessor{80, 32, 64, 164},  Multiprocessor{86, 16, 48, 100},
    Multiprocessor{87, 16, 48, 164},  Multiprocessor{89, 24, 48, 100},
    Multiprocessor{90, 32, 64, 228},  Multiprocessor{100, 32, 64, 228},
    Multiprocessor{120, 24, 48, 100},
};

constexpr int warp_size = 32, most_threads_of_block = 1024, most_registers_of_thread = 255;
constexpr int registers_of_sm = 64 << 10;
constexpr int partitions = 4;       // of an SM, each with a quarter of the registers
constexpr int register_unit = 256;  // registers are allocated to a warp in such units
constexpr int most_blocks = 1 << 20;

constexpr int rounded_up(int n, int unit) { return (n + unit - 1) / unit * unit; }

/// Resident blocks as limited by registers.
int blocks_by_registers(int registers, int warps) {
  if (registers <= 0) return most_blocks;
  const int of_warp = rounded_up(registers * warp_size, register_unit);
  const int warps_of_sm = registers_of_sm / partitions / of_warp * partitions;
  return warps_of_sm / warps;
}

int blocks_by_shared(const Multiprocessor& limits, long long bytes) {
  // From compute capability 8.0, the driver reserves 1 KiB of shared memory per block.
  const bool recent = limits.capability >= 80;
  const long long unit = recent ? 128 : 256;
  const long long needed = (bytes + (recent ? 1024 : 0) + unit - 1) / unit * unit;
  if (needed == 0) return most_blocks;
  return static_cast<int>((static_cast<long long>(limits.shared_kib) << 10) / needed);
}

}  // namespace

std::optional<Occupancy> occupancy(int capability, const BlockNeeds& needs) {
  const Multiprocessor* limits = nullptr;
  for (const Multiprocessor& each : multiprocessors)
    if (each.capability <= capability) limits = &each;
  if (limits == nullptr || needs.threads < 1 || needs.threads > most_threads_of_block ||
      needs.registers > most_registers_of_thread || needs.shared_bytes < 0)
    return std::nullopt;

  const int warps = rounded_up(needs.threads, warp_size) / warp_size;
  struct Limit {
    int blocks;
    const char* name;
  };
  // For equal limits, the one that is easiest to change comes first.
  const std::array all = {
      Limit{limits->warps / warps, "threads"},
      Limit{blocks_by_shared(*limits, needs.shared_bytes), "shared memory"},
      Limit{blocks_by_registers(needs.registers, warps), "registers"},
      Limit{limits->blocks, "blocks"},
  };
  const Limit& least = *std::min_element(
      all.begin(), all.end(), [](const Limit& a, const Limit& b) { return a.blocks < b.blocks; });
  if (least.blocks < 1) return std::nullopt;
  Occupancy result;
  result.architecture = fmt::format("{}.{}", capability / 10, capability % 10);
  result.blocks = least.blocks;
  result.warps = least.blocks * warps;
  result.max_warps = limits->warps;
  result.registers = needs.registers;
  if (result.warps < result.max_warps) result.limited_by = least.name;
  return result;
}

std::optional<Occupancy> compute_occupancy(const KernelCosts& kernel,
                                           const std::vector<KernelResources>& resources,
                                           int capability) {
  const auto base = [](const std::string& name) { return name.substr(0, name.find('<')); };
  BlockNeeds needs{kernel.threads, 0, kernel.static_shared + kernel.dynamic_shared};
  for (const KernelResources& each : resources) {
    // Of several template instances, take the one with the most registers.
    if (base(each.kernel) == base(kernel.kernel))
      needs.registers = std::max(needs.registers, each.registers);
  }
  return occupancy(capability, needs);
}

}  // namespace warpgrade

#include "profile/kernel_profile.h"

#include <algorithm>
#include <string_view>

namespace warpgrade {
namespace {

/// Seconds of "ns", "usecond", ...
std::optional<double> scale_of_time(std::string_view unit) {
  constexpr std::pair<std::string_view, double> prefixes[] = {
      {"", 1}, {"m", 1e-3}, {"u", 1e-6}, {"n", 1e-9}};
  for (const auto& [prefix, scale] : prefixes) {
    if (unit == std::string(prefix) + "s" || unit == std::string(prefix) + "second") return scale;
  }
  return std::nullopt;
}

/// The factor to the unit without prefix; nothing for an unknown unit. Kbyte means 1000 bytes here.
std::optional<double> unit_scale(std::string_view unit) {
  // "register/thread", "byte/block": the metric's name already says per what.
  for (const std::string_view per : {"/block", "/thread", "/multiprocessor", "/SM"})
    if (unit.ends_with(per)) unit.remove_suffix(per.size());
  for (const std::string_view counted : {"", "%", "block", "thread", "register", "warp", "SM"})
    if (unit == counted) return 1;
  if (const auto time = scale_of_time(unit)) return time;
  double scale = 1;
  if (const auto slash = unit.find('/'); slash != unit.npos) {
    const auto time = scale_of_time(unit.substr(slash + 1));
    if (!time) return std::nullopt;
    scale = 1 / *time;
    unit = unit.substr(0, slash);
  }
  constexpr std::pair<char, double> prefixes[] = {
      {'K', 1e3}, {'k', 1e3}, {'M', 1e6}, {'G', 1e9}, {'T', 1e12}};
  for (const auto& [prefix, factor] : prefixes) {
    if (unit.empty() || unit.front() != prefix) continue;
    scale *= factor;
    unit.remove_prefix(1);
    break;
  }
  for (const std::string_view base : {"byte", "hz", "Hz", "cycle"})
    if (unit == base) return scale;
  return std::nullopt;
}

/// The first of these metrics that was measured. Some chips prefix a counter domain:
/// "LTS.TriageCompute.lts__throughput...".
std::optional<double> find_first(const NsightLaunch& launch,
                                 std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    for (const auto& [metric, quantity] : launch.values) {
      const bool is = metric == name || (metric.size() > name.size() && metric.ends_with(name) &&
                                         metric[metric.size() - name.size() - 1] == '.');
      if (!is) continue;
      if (const auto scale = unit_scale(quantity.unit)) return quantity.value * *scale;
    }
  }
  return std::nullopt;
}

/// "void tiled<16>(int, float *)": "tiled<16>".
std::string without_parameters(std::string name) {
  int depth = 0;
  std::size_t end = name.size();
  for (std::size_t i = name.size(); i-- > 0;) {
    if (name[i] == ')' || name[i] == '>') ++depth;
    if (name[i] == '(' || name[i] == '<') --depth;
    if (depth == 0 && name[i] == '(') {
      end = i;
      break;
    }
  }
  name.resize(end);
  depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    if (name[i] == '>' || name[i] == ')') ++depth;
    if (name[i] == '<' || name[i] == '(') --depth;
    if (depth == 0 && name[i] == ' ') return name.substr(i + 1);
  }
  return name;
}

std::optional<double> product(const std::optional<std::array<long long, 3>>& sizes) {
  if (!sizes) return std::nullopt;
  double all = 1;
  for (const long long size : *sizes) all *= static_cast<double>(size);
  return all;
}

}  // namespace

std::optional<double> KernelProfile::blocks() const { return product(grid); }
std::optional<double> KernelProfile::threads() const { return product(block); }

std::optional<double> KernelProfile::dram_bytes() const {
  if (!dram_bytes_per_second || !seconds) return std::nullopt;
  return *dram_bytes_per_second * *seconds;
}

std::vector<std::string> KernelProfile::limited_by() const {
  std::vector<std::string> limits;
  if (theoretical && *theoretical > 99.5) return limits;
  double least = 0;
  for (const auto& [name, number] : blocks_by) {
    if (limits.empty() || number < least) {
      limits = {name};
      least = number;
    } else if (number == least) {
      limits.push_back(name);
    }
  }
  return limits;
}

KernelProfile make_profile(const NsightLaunch& launch) {
  const auto get = [&](std::initializer_list<std::string_view> names) {
    return find_first(launch, names);
  };
  KernelProfile p;
  p.kernel = without_parameters(launch.kernel);
  p.grid = launch.grid;
  p.block = launch.block;
  p.registers = get({"launch__registers_per_thread", "Registers Per Thread"});
  p.static_shared = get({"launch__shared_mem_per_block_static", "Static Shared Memory Per Block"});
  p.dynamic_shared =
      get({"launch__shared_mem_per_block_dynamic", "Dynamic Shared Memory Per Block"});
  p.waves = get({"launch__waves_per_multiprocessor", "Waves Per SM"});
  p.multiprocessors = get({"launch__sm_count", "device__attribute_multiprocessor_count", "# SMs"});
  p.seconds = get({"gpu__time_duration.sum", "gpu__time_duration.avg", "Duration"});
  p.memory = get({"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
                  "Memory Throughput", "Memory [%]", "SOL Memory"});
  p.compute = get({"sm__throughput.avg.pct_of_peak_sustained_elapsed", "Compute (SM) Throughput",
                   "Compute (SM) [%]", "SM [%]", "SOL SM"});
  p.dram = get({"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed",
                "dram__throughput.avg.pct_of_peak_sustained_elapsed", "DRAM Throughput"});
  p.l1 = get({"l1tex__throughput.avg.pct_of_peak_sustained_active",
              "l1tex__throughput.avg.pct_of_peak_sustained_elapsed", "L1/TEX Cache Throughput"});
  p.l2 = get({"lts__throughput.avg.pct_of_peak_sustained_elapsed", "L2 Cache Throughput"});
  p.sm_hertz = get({"gpc__cycles_elapsed.avg.per_second", "sm__cycles_elapsed.avg.per_second",
                    "smsp__cycles_elapsed.avg.per_second", "SM Frequency"});
  p.dram_bytes_per_second = get({"dram__bytes.sum.per_second", "Memory Bandwidth"});
  p.l1_hits = get({"l1tex__t_sector_hit_rate.pct", "L1/TEX Hit Rate"});
  p.l2_hits = get({"lts__t_sector_hit_rate.pct", "L2 Hit Rate"});
  p.theoretical = get({"sm__maximum_warps_per_active_cycle_pct", "Theoretical Occupancy"});
  p.achieved = get({"sm__warps_active.avg.pct_of_peak_sustained_active", "Achieved Occupancy"});
  const std::pair<const char*, std::optional<double>> limits[] = {
      {"registers", get({"launch__occupancy_limit_registers", "Block Limit Registers"})},
      {"shared memory", get({"launch__occupancy_limit_shared_mem", "Block Limit Shared Mem"})},
      {"threads", get({"launch__occupancy_limit_warps", "Block Limit Warps"})},
      {"blocks", get({"launch__occupancy_limit_blocks", "Block Limit SM"})},
  };
  for (const auto& [name, number] : limits)
    if (number && *number > 0) p.blocks_by[name] = *number;
  return p;
}

}  // namespace warpgrade

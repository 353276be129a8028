#include "judge/efficiency.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpgrade {
namespace {

std::string_view without_arguments(std::string_view kernel) {
  return kernel.substr(0, kernel.find('<'));
}

/// Sums over the accesses of all kernels, for all their blocks.
struct Sums {
  double moved = 0, useful = 0, sectors = 0, ideal_sectors = 0;  // global memory
  double passes = 0, ideal_passes = 0;                           // shared memory
  double steps = 0, lane_steps = 0, branches = 0, divergent = 0;
  double problem_bytes = 0;
};

Sums sums_of(const std::vector<const KernelCosts*>& kernels) {
  constexpr double sector = 32;
  Sums sums;
  for (const KernelCosts* kernel : kernels) {
    // Only some blocks are looked at; the others do the same.
    const double scale = ratio_of(kernel->blocks, kernel->sampled_blocks, 0);
    for (const LineCosts& line : kernel->lines) {
      sums.sectors += scale * static_cast<double>(line.sectors);
      sums.ideal_sectors += scale * static_cast<double>(line.ideal_sectors);
      sums.useful += scale * static_cast<double>(line.useful_bytes);
      sums.passes += scale * static_cast<double>(line.passes);
      sums.ideal_passes += scale * static_cast<double>(line.ideal_passes);
    }
    sums.steps += scale * static_cast<double>(kernel->steps);
    sums.lane_steps += scale * static_cast<double>(kernel->lane_steps);
    sums.branches += scale * static_cast<double>(kernel->branches);
    sums.divergent += scale * static_cast<double>(kernel->divergent);
    sums.problem_bytes = std::max(sums.problem_bytes, kernel->problem_bytes);
  }
  sums.moved = sector * sums.sectors;
  return sums;
}

std::optional<double> quotient(double a, double b) {
  return b > 0 ? std::optional(a / b) : std::nullopt;
}

std::optional<double> smallest_occupancy(const std::vector<const KernelCosts*>& kernels) {
  std::optional<double> smallest;
  for (const KernelCosts* kernel : kernels) {
    if (!kernel->occupancy) continue;
    smallest = std::min(smallest.value_or(1), kernel->occupancy->share());
  }
  return smallest;
}

}  // namespace

std::optional<double> metric_value(std::string_view metric, const std::vector<KernelCosts>& kernels,
                                   const std::string& kernel) {
  std::vector<const KernelCosts*> chosen;
  for (const KernelCosts& each : kernels) {
    if (kernel.empty() || without_arguments(each.kernel) == without_arguments(kernel))
      chosen.push_back(&each);
  }
  if (chosen.empty()) return std::nullopt;
  const Sums s = sums_of(chosen);
  if (metric == "useful_bytes") return quotient(s.useful, s.moved);
  if (metric == "coalescing") return quotient(s.ideal_sectors, s.sectors);
  if (metric == "traffic") return s.moved > 0 ? quotient(s.moved, s.problem_bytes) : std::nullopt;
  if (metric == "bank_conflicts") return quotient(s.passes, s.ideal_passes);
  if (metric == "simt_efficiency") return quotient(s.lane_steps, 32 * s.steps);
  if (metric == "divergent_branches")
    return s.steps > 0 ? std::optional(quotient(s.divergent, s.branches).value_or(0))
                       : std::nullopt;
  if (metric == "occupancy") return smallest_occupancy(chosen);
  return std::nullopt;
}

std::vector<EfficiencyResult> efficiency_of(const Task& task) {
  std::vector<EfficiencyResult> results;
  for (const Efficiency& e : task.efficiency) {
    EfficiencyResult result;
    result.metric = e.metric;
    result.kernel = e.kernel;
    result.at_least = e.at_least;
    result.limit = e.limit;
    result.max_points = Points::hundredths(e.points_hundredths);
    results.push_back(std::move(result));
  }
  return results;
}

namespace {

/// Bytes moved over those that the problem needs, as far as that is known.
std::optional<double> counted_share(const std::vector<KernelCosts>& kernels) {
  const bool known = std::any_of(kernels.begin(), kernels.end(),
                                 [](const KernelCosts& k) { return k.problem_bytes > 0; });
  if (!known) return std::nullopt;
  return metric_value("traffic", kernels, "").value_or(0);
}

/// Of what the problem needs, which has to be moved by somebody. Where only some blocks were looked
/// at, these may have done less than others, but not as little as that; where all were, nothing is
/// left but what a cudaMemset or cudaMemcpy in a kernel's place has moved.
double least_share(const std::vector<KernelCosts>& kernels) {
  const bool all = std::all_of(kernels.begin(), kernels.end(), [&](const KernelCosts& k) {
    return k.sampled_blocks == k.blocks && !k.truncated &&
           k.measured_in == kernels.front().measured_in;
  });
  return all ? 0.95 : 0.5;
}

}  // namespace

void settle_efficiency(TaskResult& result) {
  const auto share = counted_share(result.metrics);
  if (share && *share < least_share(result.metrics)) {
    for (EfficiencyResult& e : result.efficiency) {
      e.verdict = Verdict::wrong;
      e.detail = {
          because("efficiency.too-little-moved", {{"share", fmt::format("{:.3g}", *share)}})};
    }
    return;
  }
  for (EfficiencyResult& e : result.efficiency) {
    e.value = metric_value(e.metric, result.metrics, e.kernel);
    const bool good = e.value && (e.at_least ? *e.value >= e.limit : *e.value <= e.limit);
    e.verdict = good ? Verdict::ok : Verdict::wrong;
    if (good) {
      e.points = e.max_points;
    } else if (e.value) {
      e.detail = {because(
          e.at_least ? "efficiency.at-least" : "efficiency.at-most",
          {{"value", fmt::format("{:.3g}", *e.value)}, {"limit", fmt::format("{:g}", e.limit)}})};
    } else {
      e.detail = {because("efficiency.nothing-counted", {{"kernel", e.kernel}})};
    }
  }
}

}  // namespace warpgrade

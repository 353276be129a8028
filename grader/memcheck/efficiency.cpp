#include "memcheck/efficiency.h"

#include <fmt/format.h>

#include <algorithm>

#include "findings/efficiency_metric.h"

namespace warpgrade {
std::vector<EfficiencyResult> undecided_efficiency(const Task& task) {
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

/// Bytes moved divided by those that the problem needs, if known.
std::optional<double> counted_share(const std::vector<KernelCosts>& kernels) {
  const bool known = std::any_of(kernels.begin(), kernels.end(),
                                 [](const KernelCosts& k) { return k.problem_bytes > 0; });
  if (!known) return std::nullopt;
  return metric_value("traffic", kernels, "").value_or(0);
}

/// A lower bound for that share, as the necessary bytes must be moved by something. If only some
/// blocks were sampled, these may have moved less than others, but not that little; if all were,
/// only a cudaMemset or cudaMemcpy in a kernel's place remains.
double least_share(const std::vector<KernelCosts>& kernels) {
  const bool all = std::all_of(kernels.begin(), kernels.end(), [&](const KernelCosts& k) {
    return k.sampled_blocks == k.blocks && k.measured_in == kernels.front().measured_in;
  });
  return all ? 0.95 : 0.5;
}

/// Why the costs of all blocks do not follow from those that were counted.
std::optional<Cause> why_unknown(const std::vector<KernelCosts>& kernels) {
  for (const KernelCosts& k : kernels) {
    if (k.truncated) return because("efficiency.cut-off", {{"kernel", k.kernel}});
    if (!k.is_representative())
      return because("efficiency.unlike", {{"kernel", k.kernel},
                                           {"sampled", std::to_string(k.sampled_blocks)},
                                           {"blocks", std::to_string(k.blocks)}});
  }
  const auto share = counted_share(kernels);
  if (share && *share < least_share(kernels))
    return because("efficiency.too-little-moved", {{"share", fmt::format("{:.3g}", *share)}});
  return std::nullopt;
}

}  // namespace

void resolve_efficiency(TaskResult& result) {
  if (const auto reason = why_unknown(result.metrics)) {
    for (EfficiencyResult& e : result.efficiency) {
      e.verdict = Verdict::wrong;
      e.detail = {*reason};
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

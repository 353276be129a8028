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
    result.useful_at_least = e.useful_at_least;
    result.useful_at_most = e.useful_at_most;
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

bool is_good(const EfficiencyResult& e, double value) {
  return e.at_least ? value >= e.limit : value <= e.limit;
}

std::optional<Cause> why_lost(const EfficiencyResult& e, const std::vector<KernelCosts>& kernels) {
  if (!e.value) return because("efficiency.nothing-counted", {{"kernel", e.kernel}});
  const auto useful = useful_share(e.metric, kernels, e.kernel);
  if (e.useful_at_least && useful && !(*useful >= *e.useful_at_least))
    return because("efficiency.too-little-useful",
                   {{"memory", e.metric == "bank_conflicts" ? "shared" : "global"},
                    {"share", fmt::format("{:.4g}", *useful)},
                    {"least", fmt::format("{:g}", *e.useful_at_least)}});
  if (is_good(e, *e.value)) return std::nullopt;
  const auto without_limits = metric_value(e.metric, kernels, e.kernel);
  const char* id = e.at_least ? "efficiency.at-least" : "efficiency.at-most";
  if (without_limits && is_good(e, *without_limits)) {
    const auto of_kernel = graded_metric(e.metric, kernels, e.kernel, std::nullopt);
    if (!e.kernel.empty() && of_kernel && !is_good(e, *of_kernel))
      return because("efficiency.work-of-others",
                     {{"value", fmt::format("{:.3g}", *e.value)}, {"kernel", e.kernel}});
    return because("efficiency.surplus",
                   {{"value", fmt::format("{:.3g}", *e.value)},
                    {"share", fmt::format("{:.4g}", useful.value_or(0))},
                    {"most", fmt::format("{:g}", e.useful_at_most.value_or(0))}});
  }
  if (e.metric == "busier_device")
    return because("efficiency.one-device", {{"percent", fmt::format("{:.0f}", 100 * *e.value)},
                                             {"limit", fmt::format("{:.0f}", 100 * e.limit)}});
  return because(
      id, {{"value", fmt::format("{:.3g}", *e.value)}, {"limit", fmt::format("{:g}", e.limit)}});
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
    e.value = graded_metric(e.metric, result.metrics, e.kernel, e.useful_at_most);
    if (const auto reason = why_lost(e, result.metrics)) {
      e.verdict = Verdict::wrong;
      e.detail = {*reason};
    } else {
      e.verdict = Verdict::ok;
      e.points = e.max_points;
    }
  }
}

}  // namespace warpgrade

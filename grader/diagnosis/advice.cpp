#include "diagnosis/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace warpgrade {
namespace {

std::string number(double value) {
  const double tenth = std::floor(value * 10 + 0.5) / 10;
  return fmt::format("{:g}", tenth);
}

Finding finding(const KernelCosts& kernel, const char* kind, const LineCosts& line, Cause cause) {
  return {kind, "advice", line.file, line.line, std::move(cause), 1, kernel.kernel};
}

std::string whole(double value) { return fmt::format("{:.0f}", value); }

/// How threads access memory there: "read", "write", "update".
const char* verb(const LineCosts& line) {
  if (line.is_atomic()) return "update";
  return line.access.find("store") != std::string::npos ? "write" : "read";
}

Finding on_line(const KernelCosts& kernel, const LineCosts& line) {
  const double sectors = ratio_or(line.sectors, line.requests, 0);
  const double ideal = ratio_or(line.ideal_sectors, line.requests, 0);
  const bool column = sectors >= 16 && line.sectors * 10 >= line.lanes * 9;
  return finding(
      kernel, "coalescing", line,
      because(column ? "cost.column" : "cost.scattered", {{"does", std::string(verb(line))},
                                                          {"sectors", number(sectors)},
                                                          {"ideal", number(ideal)}}));
}

/// Whether the launches make enough such accesses, and the sampled blocks several of them.
bool is_frequent(const KernelCosts& kernel, const LineCosts& line) {
  constexpr long long several = 16;
  return line.requests >= several &&
         static_cast<double>(line.requests) * kernel.block_scale() >= enough_requests;
}

bool meets_at_one_address(const LineCosts& line) {
  return ratio_or(line.same_address, line.requests, 0) >= 8;
}

/// Advice on accesses that need more 32-byte sectors than necessary.
void on_traffic(const KernelCosts& kernel, long long all_sectors, std::vector<Advice>& advice) {
  for (const LineCosts& line : kernel.lines) {
    // At least half of a warp: a single thread shows no access pattern.
    if (!line.is_global() || !is_frequent(kernel, line) || line.lanes < 16 * line.requests)
      continue;
    if (line.is_atomic() && meets_at_one_address(line)) continue;
    const double sectors = ratio_or(line.sectors, line.requests, 0);
    const double ideal = ratio_or(line.ideal_sectors, line.requests, 0);
    const double share = ratio_or(line.sectors, all_sectors, 0);
    // Rows that start off a sector boundary cost one more sector, which is not worth reporting.
    if (sectors < 2 * ideal || sectors - ideal < 2 || share < share_that_matters) continue;
    advice.push_back({share * (1 - ideal / sectors), on_line(kernel, line)});
  }
}

void on_banks(const KernelCosts& kernel, long long all_passes, std::vector<Advice>& advice) {
  for (const LineCosts& line : kernel.lines) {
    if (!line.is_shared() || line.is_atomic() || line.requests < enough_requests) continue;
    const double ways = ratio_or(line.passes, line.ideal_passes, 1);
    const double share = ratio_or(line.passes, all_passes, 0);
    if (ways < 1.9 || share < share_that_matters) continue;
    advice.push_back(
        {share * (1 - 1 / ways) / 2,  // a pass of shared memory costs less than a sector
         finding(
             kernel, "bank-conflict", line,
             because("cost.banks", {{"does", std::string(verb(line))}, {"turns", number(ways)}}))});
  }
}

void on_atomics(const KernelCosts& kernel, std::vector<Advice>& advice) {
  for (const LineCosts& line : kernel.lines) {
    if (!line.is_atomic() || !is_frequent(kernel, line)) continue;
    if (!meets_at_one_address(line)) continue;
    const double same = ratio_or(line.same_address, line.requests, 0);
    advice.push_back(
        {0.5 * (1 - 1 / same), finding(kernel, "atomics", line,
                                       because("cost.same-address", {{"threads", number(same)}}))});
  }
}

/// Where most of the accesses are that one thread of a warp makes; null if there are few.
const LineCosts* line_of_one_thread(const KernelCosts& kernel) {
  const LineCosts* most = nullptr;
  for (const LineCosts& line : kernel.lines)
    if (line.line > 0 && !line.is_atomic() && line.requests >= enough_requests &&
        line.lanes < 2 * line.requests && (most == nullptr || line.requests > most->requests))
      most = &line;
  return most;
}

void on_divergence(const KernelCosts& kernel, std::vector<Advice>& advice) {
  const double efficiency = kernel.simt_efficiency();
  if (kernel.steps < 32 * enough_requests || efficiency > 0.6) return;
  const bool small_blocks = kernel.threads % 32 != 0 && kernel.threads < 64;
  const LineCosts* const alone =
      small_blocks || 32 * efficiency > 4 ? nullptr : line_of_one_thread(kernel);
  if (alone != nullptr) {
    advice.push_back(
        {1 - efficiency, finding(kernel, "divergence", *alone,
                                 because("cost.one-thread", {{"active", whole(32 * efficiency)},
                                                             {"kernel", kernel.kernel}}))});
    return;
  }
  advice.push_back(
      {1 - efficiency, finding(kernel, "divergence", {},
                               because(small_blocks ? "cost.small-blocks" : "cost.branches",
                                       {{"threads", kernel.threads},
                                        {"percent", whole(100 * kernel.divergent_branches())},
                                        {"kernel", kernel.kernel},
                                        {"active", whole(32 * efficiency)}}))});
}

void on_occupancy(const KernelCosts& kernel, std::vector<Advice>& advice) {
  const auto& o = kernel.occupancy;
  // A quarter hides most latency; below that, a kernel waits.
  if (!o || o->share() >= 0.25 || o->limited_by.empty()) return;
  const std::map<std::string_view, const char*> limits = {{"blocks", "limit.blocks"},
                                                          {"shared memory", "limit.shared-memory"},
                                                          {"registers", "limit.registers"}};
  const auto limit = limits.find(o->limited_by);
  const auto shared = static_cast<double>(kernel.static_shared + kernel.dynamic_shared);
  advice.push_back(
      {0.5 * (0.25 - o->share()) / 0.25,
       finding(kernel, "occupancy", {},
               because("cost.occupancy",
                       {{"warps", o->warps},
                        {"most", o->max_warps},
                        {"architecture", o->architecture},
                        {"kernel", kernel.kernel},
                        {"limit", limit == limits.end() ? "limit.threads" : limit->second},
                        {"threads", kernel.threads},
                        {"blocks", o->blocks},
                        {"shared", fmt::format("{:.3g}", shared / 1024)},
                        {"registers", o->registers}}))});
}

}  // namespace

std::vector<Advice> advice_on(const KernelCosts& kernel) {
  long long sectors = 0, passes = 0;
  for (const LineCosts& line : kernel.lines) {
    sectors += line.sectors;
    passes += line.passes;
  }
  std::vector<Advice> advice;
  on_traffic(kernel, sectors, advice);
  on_banks(kernel, passes, advice);
  on_atomics(kernel, advice);
  on_divergence(kernel, advice);
  on_occupancy(kernel, advice);
  return advice;
}

void add_advice(TaskResult& result, const std::vector<std::string>& expected) {
  std::vector<Advice> all;
  for (const KernelCosts& kernel : result.metrics) {
    for (Advice& advice : advice_on(kernel)) {
      if (std::find(expected.begin(), expected.end(), advice.finding.kind) == expected.end())
        all.push_back(std::move(advice));
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Advice& a, const Advice& b) { return a.waste > b.waste; });
  for (Advice& advice : all) {
    // Two accesses on one line have the same fix, so report one.
    const Finding& f = advice.finding;
    const bool already_found =
        f.line > 0 &&
        std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding& other) {
          return other.kind == f.kind && other.file == f.file && other.line == f.line;
        });
    if (!already_found) result.findings.push_back(std::move(advice.finding));
  }
}

void name_worst_traffic(TaskResult& result) {
  const bool lost = std::any_of(
      result.efficiency.begin(), result.efficiency.end(), [](const EfficiencyResult& e) {
        return e.value && e.points < e.max_points && e.verdict == Verdict::wrong &&
               (e.metric == "useful_bytes" || e.metric == "coalescing");
      });
  const bool named = std::any_of(result.findings.begin(), result.findings.end(),
                                 [](const Finding& f) { return f.kind == "coalescing"; });
  if (!lost || named) return;
  const KernelCosts* kernel = nullptr;
  const LineCosts* worst = nullptr;
  const auto in_vain = [](const LineCosts& line) { return line.sectors - line.ideal_sectors; };
  for (const KernelCosts& each : result.metrics)
    for (const LineCosts& line : each.lines)
      if (line.is_global() && in_vain(line) > (worst ? in_vain(*worst) : 0)) {
        kernel = &each;
        worst = &line;
      }
  if (worst != nullptr) result.findings.push_back(on_line(*kernel, *worst));
}

}  // namespace warpgrade

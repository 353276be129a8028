#include "judge/advice.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpgrade {
namespace {

// Fewer requests of warps than these in the sampled blocks: a start or an end, no matter how done.
constexpr long long enough_requests = 64;
// A line that has less of its kernel's traffic is not what makes it slow.
constexpr double share_that_matters = 0.1;

std::string number(double value) {
  const double tenth = static_cast<double>(static_cast<long long>(value * 10 + 0.5)) / 10;
  return fmt::format("{:g}", tenth);
}

Finding finding(const KernelCosts& kernel, const char* kind, const std::string& file, int line,
                std::string message) {
  return {kind, "advice", file, line, std::move(message), 1, kernel.kernel};
}

/// "read", "write", "update": what threads do there.
const char* verb(const LineCosts& line) {
  if (line.is_atomic()) return "update";
  return line.access.find("store") != std::string::npos ? "write" : "read";
}

/// Sectors of 32 bytes where fewer would do.
void on_traffic(const KernelCosts& kernel, long long all_sectors, std::vector<Advice>& advice) {
  for (const LineCosts& line : kernel.lines) {
    // Half of a warp at least: a lone thread is not a pattern.
    if (!line.is_global() || line.requests < enough_requests || line.lanes < 16 * line.requests)
      continue;
    const double sectors = ratio_of(line.sectors, line.requests, 0);
    const double ideal = ratio_of(line.ideal_sectors, line.requests, 0);
    const double share = ratio_of(line.sectors, all_sectors, 0);
    // Rows that begin off a sector's border cost one more: not worth a word.
    if (sectors < 2 * ideal || sectors - ideal < 2 || share < share_that_matters) continue;
    const bool column = sectors >= 16 && line.sectors * 10 >= line.lanes * 9;
    advice.push_back(
        {share * (1 - ideal / sectors),
         finding(kernel, "coalescing", line.file, line.line,
                 fmt::format("neighbouring threads {} {}: {} sectors of 32 bytes a request where "
                             "{} would do. Let them {} neighbouring elements.",
                             verb(line), column ? "down a column" : "elements that lie apart",
                             number(sectors), number(ideal), verb(line)))});
  }
}

void on_banks(const KernelCosts& kernel, long long all_passes, std::vector<Advice>& advice) {
  for (const LineCosts& line : kernel.lines) {
    if (!line.is_shared() || line.is_atomic() || line.requests < enough_requests) continue;
    const double ways = ratio_of(line.passes, line.ideal_passes, 1);
    const double share = ratio_of(line.passes, all_passes, 0);
    if (ways < 1.9 || share < share_that_matters) continue;
    advice.push_back(
        {share * (1 - 1 / ways) / 2,  // a turn of shared memory costs less than a sector
         finding(kernel, "bank-conflict", line.file, line.line,
                 fmt::format("threads of a warp {} different words of the same bank of shared "
                             "memory: {} turns where one would do. A row that is one element "
                             "longer ([32][33]) moves them to different banks.",
                             verb(line), number(ways)))});
  }
}

void on_atomics(const KernelCosts& kernel, std::vector<Advice>& advice) {
  for (const LineCosts& line : kernel.lines) {
    if (!line.is_atomic() || line.requests < enough_requests) continue;
    const double same = ratio_of(line.same_address, line.requests, 0);
    if (same < 8) continue;
    advice.push_back(
        {0.5 * (1 - 1 / same),
         finding(kernel, "atomics", line.file, line.line,
                 fmt::format("{} threads of a warp update the same address, one after the other. "
                             "Add up within the warp or the block first, then update once.",
                             number(same)))});
  }
}

void on_divergence(const KernelCosts& kernel, std::vector<Advice>& advice) {
  const double efficiency = kernel.simt_efficiency();
  if (kernel.steps < 32 * enough_requests || efficiency > 0.6) return;
  const bool small_blocks = kernel.threads % 32 != 0 && kernel.threads < 64;
  const std::string what = small_blocks
                               ? fmt::format("a block has {} thread{}, and warps have 32",
                                             kernel.threads, kernel.threads == 1 ? "" : "s")
                               : fmt::format("warps split at {:.0f} % of their branches",
                                             100 * kernel.divergent_branches());
  advice.push_back(
      {1 - efficiency,
       finding(kernel, "divergence", "", 0,
               fmt::format("{}: in {} only {:.0f} of 32 threads of a warp work at a time on "
                           "average. {}",
                           what, kernel.kernel, 32 * efficiency,
                           small_blocks ? "Make the block a multiple of 32."
                                        : "Let whole warps take the same branch."))});
}

void on_occupancy(const KernelCosts& kernel, std::vector<Advice>& advice) {
  const auto& o = kernel.occupancy;
  // A quarter hides most latency; below it a kernel waits.
  if (!o || o->share() >= 0.25 || o->limited_by.empty()) return;
  std::string how;
  if (o->limited_by == "blocks")
    how = fmt::format("blocks of {} threads are too small: a multiprocessor takes {} of them",
                      kernel.threads, o->blocks);
  else if (o->limited_by == "shared memory")
    how = fmt::format("a block takes {:.3g} KiB of shared memory",
                      static_cast<double>(kernel.static_shared + kernel.dynamic_shared) / 1024);
  else if (o->limited_by == "registers")
    how = fmt::format("a thread takes {} registers", o->registers);
  else
    how = fmt::format("blocks of {} threads do not fill a multiprocessor", kernel.threads);
  advice.push_back(
      {0.5 * (0.25 - o->share()) / 0.25,
       finding(
           kernel, "occupancy", "", 0,
           fmt::format("{} of {} warps fit on a multiprocessor (compute capability {}) with {}: "
                       "{}.",
                       o->warps, o->max_warps, o->architecture, kernel.kernel, how))});
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
    // Two accesses of one line have one cure.
    const Finding& f = advice.finding;
    const bool told =
        f.line > 0 &&
        std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding& other) {
          return other.kind == f.kind && other.file == f.file && other.line == f.line;
        });
    if (!told) result.findings.push_back(std::move(advice.finding));
  }
}

}  // namespace warpgrade

#include <fmt/format.h>

#include <algorithm>

#include "diagnosis/advice.h"
#include "findings/efficiency_metric.h"
#include "profile/interpretation.h"

namespace warpgrade {
namespace {

/// Unnecessary global memory sectors and shared memory passes of an access, in one measure: a pass
/// costs less than a sector. Rows not aligned to a sector cost one more sector, which is not
/// counted as waste.
double wasted_by(const LineCosts& line) {
  const double sectors = static_cast<double>(line.sectors - line.ideal_sectors - line.requests);
  const double turns = static_cast<double>(line.passes - line.ideal_passes);
  const double atomics =
      line.is_atomic() ? static_cast<double>(line.same_address - line.requests) : 0;
  return std::max(0.0, sectors) + std::max(0.0, turns) / 2 + std::max(0.0, atomics) / 2;
}

template <class Measure>
std::vector<LineCosts> first_by(const KernelCosts& kernel, std::size_t most, Measure measure) {
  std::vector<LineCosts> lines = kernel.lines;
  std::erase_if(lines, [&](const LineCosts& line) { return measure(line) <= 0; });
  std::stable_sort(lines.begin(), lines.end(),
                   [&](const LineCosts& a, const LineCosts& b) { return measure(a) > measure(b); });
  if (lines.size() > most) lines.resize(most);
  return lines;
}

/// The advice on this kernel of these kinds, with its places.
void add_kernel_advice(const KernelCosts& kernel, std::initializer_list<std::string_view> kinds,
                       Sentences& said) {
  std::vector<Advice> advice = advice_on(kernel);
  std::stable_sort(advice.begin(), advice.end(),
                   [](const Advice& a, const Advice& b) { return a.waste > b.waste; });
  std::vector<std::pair<std::string, int>> placed;
  for (const Advice& one : advice) {
    const Finding& f = one.finding;
    if (std::find(kinds.begin(), kinds.end(), f.kind) == kinds.end()) continue;
    const std::pair place(f.file, f.line);
    if (f.line > 0 && std::find(placed.begin(), placed.end(), place) != placed.end()) continue;
    placed.push_back(place);
    const std::string words = describe(f);
    said.push_back(f.line > 0 ? fmt::format("{}:{}: {}", f.file, f.line, words) : words);
  }
}

}  // namespace

Sentences read_counted_launch(const KernelCosts& k) {
  Sentences said;
  const double blocks = ratio_or(k.blocks, k.launches, 0);
  // The smallest number of multiprocessors of a course's GPU.
  constexpr double few_multiprocessors = 16;
  if (k.blocks > 0 && blocks < few_multiprocessors)
    said.push_back(fmt::format(
        "{:.3g} block{} of {} thread{} a launch: a block runs on one multiprocessor, and GPUs have "
        "dozens of them. (The case is small: does the grid grow with it?)",
        blocks, blocks == 1 ? "" : "s", k.threads, k.threads == 1 ? "" : "s"));
  if (const int last = k.threads % 32; last != 0)
    said.push_back(fmt::format(
        "A block of {} thread{} is not a multiple of 32: its last warp has {} idle lane{}.",
        k.threads, k.threads == 1 ? "" : "s", 32 - last, last == 31 ? "" : "s"));
  return said;
}

Sentences read_counted_memory(const KernelCosts& k) {
  Sentences said;
  constexpr double neighbors = 0.8, wasteful = 0.5, many_times = 4;
  const auto useful = metric_value("useful_bytes", {k}, k.kernel);
  const auto traffic = metric_value("traffic", {k}, k.kernel);
  double sectors = 0;
  for (const LineCosts& line : k.lines) sectors += static_cast<double>(line.sectors);
  if (sectors == 0) return {"It neither reads nor writes global memory. Is it written yet?"};
  const double moved = 32 * sectors * k.scale(k.global);
  if (useful && *useful < wasteful)
    said.push_back(
        fmt::format("{:.0f} % of the bytes that global memory moves are asked for; the rest "
                    "travels along.",
                    100 * *useful));
  else if (useful && *useful >= neighbors)
    said.push_back(
        fmt::format("Accesses to global memory are neighbors: {:.0f} % of the moved "
                    "bytes are asked for.",
                    100 * *useful));
  // Each launch must reload what the problem counts once.
  if (traffic && *traffic > many_times * static_cast<double>(k.launches))
    said.push_back(fmt::format(
        "It asks for {} in all, {:.0f} times what the problem must move: {}", bytes_in_words(moved),
        *traffic,
        k.static_shared + k.dynamic_shared > 0
            ? "each block loads its own copy. A block that computes more, with larger tiles or "
              "several results a thread, loads less often."
            : "values are loaded again and again, from a cache at best. Keep them in shared memory "
              "or registers."));
  add_kernel_advice(k, {"coalescing", "bank-conflict", "atomics"}, said);
  return said;
}

Sentences read_counted_threads(const KernelCosts& k) {
  Sentences said;
  // Blocks smaller than a warp are already reported for the launch.
  if (k.threads >= 64 || k.threads % 32 == 0) add_kernel_advice(k, {"divergence"}, said);
  const double barriers = k.barriers_per_block();
  const double steps_a_warp = ratio_or(k.steps, k.warps, 0);
  if (barriers >= 16 && barriers * 8 > steps_a_warp)
    said.push_back(fmt::format(
        "{:.0f} barriers a block, with little between them: larger tiles or more work a thread "
        "need fewer.",
        barriers));
  return said;
}

Sentences read_counted_occupancy(const KernelCosts& k) {
  Sentences said;
  if (!k.occupancy) return said;
  const Occupancy& o = *k.occupancy;
  if (o.limited_by.empty())
    said.push_back(o.registers > 0
                       ? "Nothing limits it."
                       : "Nothing limits it, as far as is known: only nvcc tells the registers.");
  else if (o.share() >= 0.5)
    said.push_back(fmt::format("Limited by {}; that is enough for most kernels.", o.limited_by));
  else if (o.share() >= 0.25)
    said.push_back(fmt::format(
        "Limited by {}: enough only where each thread has independent work to go on with.",
        o.limited_by));
  add_kernel_advice(k, {"occupancy"}, said);
  return said;
}

std::vector<LineCosts> most_wasteful(const KernelCosts& kernel, std::size_t most) {
  return first_by(kernel, most, wasted_by);
}

std::vector<LineCosts> most_moving(const KernelCosts& kernel, std::size_t most) {
  return first_by(kernel, most,
                  [](const LineCosts& line) { return static_cast<double>(line.sectors); });
}

}  // namespace warpgrade

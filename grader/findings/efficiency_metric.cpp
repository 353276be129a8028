#include "findings/efficiency_metric.h"

#include <algorithm>
#include <limits>

namespace warpgrade {
namespace {

constexpr double sector = 32;  // bytes
constexpr double pass = 128;   // bytes: 32 banks of 4

/// Without the template's arguments, and without the namespaces that a student may use: labs name
/// kernels alone.
std::string_view plain_name(std::string_view kernel) {
  kernel = kernel.substr(0, kernel.find('<'));
  const std::size_t scope = kernel.rfind("::");
  return scope == kernel.npos ? kernel : kernel.substr(scope + 2);
}

/// Sums over the accesses of all kernels, scaled to all their blocks.
struct Sums {
  double moved = 0, useful = 0, sectors = 0, ideal_sectors = 0;  // global memory
  double passes = 0, ideal_passes = 0;                           // shared memory
  double steps = 0, lane_steps = 0, branches = 0, divergent = 0;
  double atomics = 0, blocks = 0;
  double requested = 0, on_first = 0;  // bytes of global memory: on all devices, on device 0
  double problem_bytes = 0;
  std::optional<double> occupancy;  // the smallest
};

Sums sum_kernels(const std::vector<const KernelCosts*>& kernels) {
  Sums sums;
  for (const KernelCosts* kernel : kernels) {
    // What the sampled blocks asked for is known, and what all did.
    for (const LineCosts& line : kernel->lines) {
      const double scale = kernel->scale(line.is_shared() ? kernel->shared : kernel->global);
      sums.sectors += scale * static_cast<double>(line.sectors);
      sums.ideal_sectors += scale * static_cast<double>(line.ideal_sectors);
      sums.useful += scale * static_cast<double>(line.useful_bytes);
      sums.passes += scale * static_cast<double>(line.passes);
      sums.ideal_passes += scale * static_cast<double>(line.ideal_passes);
      if (line.is_atomic() && line.is_global())
        sums.atomics += scale * static_cast<double>(line.requests);
    }
    const double scale = kernel->block_scale();
    sums.blocks += static_cast<double>(kernel->blocks);
    sums.requested += static_cast<double>(kernel->global.all);
    sums.on_first += static_cast<double>(kernel->global_on_first);
    sums.steps += scale * static_cast<double>(kernel->steps);
    sums.lane_steps += scale * static_cast<double>(kernel->lane_steps);
    sums.branches += scale * static_cast<double>(kernel->branches);
    sums.divergent += scale * static_cast<double>(kernel->divergent);
    sums.problem_bytes = std::max(sums.problem_bytes, kernel->problem_bytes);
    if (kernel->occupancy)
      sums.occupancy = std::min(sums.occupancy.value_or(1), kernel->occupancy->share());
  }
  sums.moved = sector * sums.sectors;
  return sums;
}

std::optional<double> quotient(double a, double b) {
  return b > 0 ? std::optional(a / b) : std::nullopt;
}

/// The memory whose waste a ratio measures.
enum class Waste { none, bytes, sectors, passes };

struct Metric {
  std::string_view name, meaning;
  std::optional<double> (*value)(const Sums& s);
  Waste waste = Waste::none;
  bool high_is_good = false;
};

const std::vector<Metric> metrics = {
    {"useful_bytes", "bytes asked for / bytes moved",
     [](const Sums& s) { return quotient(s.useful, s.moved); }, Waste::bytes, true},
    {"coalescing", "sectors that would do / sectors moved",
     [](const Sums& s) { return quotient(s.ideal_sectors, s.sectors); }, Waste::sectors, true},
    {"traffic", "bytes moved / bytes that the problem needs",
     [](const Sums& s) { return s.moved > 0 ? quotient(s.moved, s.problem_bytes) : std::nullopt; }},
    {"bank_conflicts", "turns of shared memory / turns that would do",
     [](const Sums& s) { return quotient(s.passes, s.ideal_passes); }, Waste::passes},
    {"simt_efficiency", "threads that work / threads of the warp",
     [](const Sums& s) { return quotient(s.lane_steps, 32 * s.steps); }, Waste::none, true},
    {"divergent_branches", "branches that split a warp / branches",
     [](const Sums& s) {
       return s.steps > 0 ? std::optional(quotient(s.divergent, s.branches).value_or(0))
                          : std::nullopt;
     }},
    {"atomics", "atomic operations of warps in global memory / blocks",
     [](const Sums& s) { return s.steps > 0 ? quotient(s.atomics, s.blocks) : std::nullopt; },
     Waste::none, true},
    {"occupancy", "warps that fit on a multiprocessor / its most",
     [](const Sums& s) { return s.occupancy; }, Waste::none, true},
    {"busier_device", "bytes that threads asked for on the busier device / on both",
     [](const Sums& s) {
       return quotient(std::max(s.on_first, s.requested - s.on_first), s.requested);
     }},
};

double useful_bytes(const Sums& sums, Waste waste) {
  switch (waste) {
    case Waste::bytes:
      return sums.useful;
    case Waste::sectors:
      return sector * sums.ideal_sectors;
    case Waste::passes:
      return pass * sums.ideal_passes;
    case Waste::none:
      break;
  }
  return 0;
}

/// The sums as if of the useful bytes only so many had been moved, and all waste.
Sums without_surplus(Sums sums, Waste waste, double most) {
  const double surplus = std::max(0.0, useful_bytes(sums, waste) - most);
  switch (waste) {
    case Waste::bytes:
      sums.useful -= surplus;
      sums.moved -= surplus;
      break;
    case Waste::sectors:
      sums.ideal_sectors -= surplus / sector;
      sums.sectors -= surplus / sector;
      break;
    case Waste::passes:
      sums.ideal_passes -= surplus / pass;
      sums.passes -= surplus / pass;
      break;
    case Waste::none:
      break;
  }
  return sums;
}

const Metric* find(std::string_view name) {
  const auto found = std::find_if(metrics.begin(), metrics.end(),
                                  [&](const Metric& metric) { return metric.name == name; });
  return found == metrics.end() ? nullptr : &*found;
}

std::vector<const KernelCosts*> choose(const std::vector<KernelCosts>& kernels,
                                       const std::string& kernel) {
  std::vector<const KernelCosts*> chosen;
  for (const KernelCosts& each : kernels) {
    if (kernel.empty() || plain_name(each.kernel) == plain_name(kernel)) chosen.push_back(&each);
  }
  return chosen;
}

}  // namespace

std::vector<std::string_view> efficiency_metrics() {
  std::vector<std::string_view> names;
  for (const Metric& metric : metrics) names.push_back(metric.name);
  return names;
}

std::string_view metric_meaning(std::string_view name) {
  const Metric* const metric = find(name);
  return metric == nullptr ? name : metric->meaning;
}

std::optional<double> metric_value(std::string_view name, const std::vector<KernelCosts>& kernels,
                                   const std::string& kernel) {
  const std::vector<const KernelCosts*> chosen = choose(kernels, kernel);
  const Metric* const metric = find(name);
  if (chosen.empty() || metric == nullptr) return std::nullopt;
  return metric->value(sum_kernels(chosen));
}

bool is_diluted_by_surplus(std::string_view name) {
  const Metric* const metric = find(name);
  return metric != nullptr && metric->waste != Waste::none;
}

std::optional<double> useful_share(std::string_view name, const std::vector<KernelCosts>& kernels,
                                   const std::string& kernel) {
  const Metric* const metric = find(name);
  if (metric == nullptr || metric->waste == Waste::none) return std::nullopt;
  const Sums sums = sum_kernels(choose(kernels, kernel));
  return quotient(useful_bytes(sums, metric->waste), sums.problem_bytes);
}

std::optional<double> graded_metric(std::string_view name, const std::vector<KernelCosts>& kernels,
                                    const std::string& kernel,
                                    std::optional<double> useful_at_most) {
  const std::vector<const KernelCosts*> chosen = choose(kernels, kernel);
  const Metric* const metric = find(name);
  if (chosen.empty() || metric == nullptr) return std::nullopt;
  const Sums named = sum_kernels(chosen);
  const Sums all = sum_kernels(choose(kernels, ""));
  const double most = useful_at_most && all.problem_bytes > 0
                          ? *useful_at_most * all.problem_bytes
                          : std::numeric_limits<double>::infinity();
  const auto value = [&](const Sums& sums) {
    return metric->value(without_surplus(sums, metric->waste, most));
  };
  const auto of_named = value(named);
  if (!of_named || all.moved - named.moved <= std::min(named.useful, most)) return of_named;
  const auto of_all = value(all).value_or(*of_named);
  return metric->high_is_good ? std::min(*of_named, of_all) : std::max(*of_named, of_all);
}

}  // namespace warpgrade

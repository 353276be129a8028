#include <algorithm>
#include <cstring>

#include "metrics_state.h"

namespace simt::check {

namespace {

void add_site(SiteMetrics& to, const SiteMetrics& from) {
  to.size = std::max(to.size, from.size);
  to.requests += from.requests;
  to.lanes += from.lanes;
  to.sectors += from.sectors;
  to.ideal_sectors += from.ideal_sectors;
  to.useful_bytes += from.useful_bytes;
  to.passes += from.passes;
  to.ideal_passes += from.ideal_passes;
  to.worst_ways = std::max(to.worst_ways, from.worst_ways);
  to.same_address += from.same_address;
}

void copy_kernel_name(char (&to)[sizeof KernelMetrics::name], const std::string& name) {
  std::size_t n = std::min(name.size(), sizeof to - 1);
  // Not in the middle of a UTF-8 character.
  if (n < name.size())
    while (n > 0 && (name[n] & 0xC0) == 0x80) --n;
  std::memcpy(to, name.data(), n);
}

std::uint64_t weight(const SiteMetrics& site) { return site.sectors + site.passes; }

// The `most` heaviest, in the order that they have.
template <class T, class Weight>
void keep_heaviest(std::vector<T>& all, std::size_t most, Weight&& weight_of) {
  if (all.size() <= most) return;
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < all.size(); ++i) order.emplace_back(weight_of(all[i]), i);
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  order.resize(most);
  std::sort(order.begin(), order.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });
  std::vector<T> kept;
  for (const auto& [heavy, i] : order) kept.push_back(all[i]);
  all = std::move(kept);
}

}  // namespace

std::uint64_t Metrics::State::launch_of(std::uint32_t kernel) {
  const std::lock_guard hold(lock);
  return kernel < kernels.size() ? kernels[kernel].metrics.launches : 0;
}

void Metrics::State::add(std::uint32_t kernel, std::uint64_t launch, std::uint32_t warps,
                         std::uint32_t static_shared, const Sums& sums) {
  const std::lock_guard hold(lock);
  if (kernel >= kernels.size()) return;  // cleared since the block began
  Kernel& k = kernels[kernel];
  KernelMetrics& m = k.metrics;
  ++m.sampled_blocks;
  if (launch > k.shared_of_launch) {
    k.shared_of_launch = launch;
    m.static_shared = static_shared;
  } else if (launch == k.shared_of_launch) {
    m.static_shared = std::max(m.static_shared, static_shared);
  }
  m.truncated |= sums.truncated;
  m.warps += warps;
  m.steps += sums.steps;
  m.lane_steps += sums.lane_steps;
  m.branches += sums.branches;
  m.divergent += sums.divergent;
  m.barriers += sums.barriers;
  for (const SiteMetrics& site : sums.sites()) {
    // Only accesses of no byte: those are not counted.
    if (site.requests == 0) continue;
    const auto [at, is_new] = k.sites.try_emplace({site.pc, site.access}, site);
    if (!is_new) add_site(at->second, site);
  }
}

Metrics::Metrics() : state_(std::make_unique<State>()) {}
Metrics::~Metrics() = default;

void Metrics::clear() {
  const std::lock_guard hold(state_->lock);
  state_->kernels.clear();
}

std::uint32_t Metrics::launched(const Launch& launch) {
  const std::lock_guard hold(state_->lock);
  std::vector<State::Kernel>& kernels = state_->kernels;
  const char* name = launch.kernel ? launch.kernel : "";
  std::uint32_t number = 0;
  while (number < kernels.size() && kernels[number].name != name) ++number;
  if (number == kernels.size()) kernels.emplace_back().name = name;
  KernelMetrics& m = kernels[number].metrics;
  ++m.launches;
  m.blocks += launch.blocks;
  m.threads = launch.threads;
  m.dynamic_shared = launch.dynamic_shared;
  return number;
}

void Metrics::write(Report& report) const {
  const std::lock_guard hold(state_->lock);
  std::vector<const State::Kernel*> kernels;
  for (const State::Kernel& k : state_->kernels) kernels.push_back(&k);
  keep_heaviest(kernels, Report::most_kernels, [](const State::Kernel* k) {
    std::uint64_t sum = 0;
    for (const auto& [place, site] : k->sites) sum += weight(site);
    return sum;
  });

  std::vector<SiteMetrics> sites;
  std::memset(report.kernels, 0, sizeof report.kernels);
  report.kernel_count = static_cast<std::uint32_t>(kernels.size());
  for (std::uint32_t number = 0; number < report.kernel_count; ++number) {
    const State::Kernel& k = *kernels[number];
    report.kernels[number] = k.metrics;
    copy_kernel_name(report.kernels[number].name, k.name);
    for (const auto& [place, site] : k.sites) {
      sites.push_back(site);
      sites.back().kernel = number;
    }
  }
  keep_heaviest(sites, Report::most_sites, weight);
  std::memset(report.sites, 0, sizeof report.sites);
  report.site_count = static_cast<std::uint32_t>(sites.size());
  std::copy(sites.begin(), sites.end(), report.sites);
}

}  // namespace simt::check

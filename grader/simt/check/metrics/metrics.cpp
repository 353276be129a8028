#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>

#include "check/metrics/metrics_state.h"

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
  to.joined.requests += from.joined.requests;
  to.joined.lanes += from.joined.lanes;
  to.joined.sectors += from.joined.sectors;
  to.joined.passes += from.joined.passes;
}

/// FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/
std::uint64_t hash_text(const std::string& text) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return hash;
}

/// Names too long to store end in a hash, so that those with the same beginning stay distinct.
void copy_kernel_name(char (&to)[sizeof KernelMetrics::name], const std::string& name) {
  if (name.size() < sizeof to) {
    std::memcpy(to, name.data(), name.size());
    return;
  }
  char end[24];
  const int size = std::snprintf(end, sizeof end, "...#%016llx",
                                 static_cast<unsigned long long>(hash_text(name)));
  std::size_t n = sizeof to - 1 - static_cast<std::size_t>(size);
  // Do not cut inside a UTF-8 character.
  while (n > 0 && (name[n] & 0xC0) == 0x80) --n;
  std::memcpy(to, name.data(), n);
  std::memcpy(to + n, end, static_cast<std::size_t>(size));
}

std::uint64_t weight_of_site(const SiteMetrics& site) { return site.sectors + site.passes; }

/// Marks the `most` heaviest elements.
template <class T>
std::vector<bool> heaviest(const std::vector<T>& all, std::size_t most,
                           const std::function<std::uint64_t(const T&)>& weight) {
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < all.size(); ++i) order.emplace_back(weight(all[i]), i);
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<bool> among(all.size());
  for (std::size_t i = 0; i < std::min(most, order.size()); ++i) among[order[i].second] = true;
  return among;
}

/// Extrapolates a count from the sampled blocks to all blocks.
void scale(std::uint64_t& count, const KernelMetrics& of) {
  count = of.sampled_blocks == 0 ? 0 : count * of.blocks / of.sampled_blocks;
}

void add_kernel(KernelMetrics& to, KernelMetrics from) {
  for (std::uint64_t* const count : {&from.warps, &from.steps, &from.lane_steps, &from.branches,
                                     &from.divergent, &from.barriers})
    scale(*count, from);
  for (unsigned i = 0; i < 2; ++i) {
    scale(from.requested.sampled[i], from);
    to.requested.all[i] += from.requested.all[i];
    to.requested.sampled[i] += from.requested.sampled[i];
  }
  to.global_on_first += from.global_on_first;
  to.launches += from.launches;
  to.blocks += from.blocks;
  to.sampled_blocks += from.blocks;
  to.threads = std::max(to.threads, from.threads);
  to.static_shared = std::max(to.static_shared, from.static_shared);
  to.dynamic_shared = std::max(to.dynamic_shared, from.dynamic_shared);
  to.truncated |= from.truncated;
  to.warps += from.warps;
  to.steps += from.steps;
  to.lane_steps += from.lane_steps;
  to.branches += from.branches;
  to.divergent += from.divergent;
  to.barriers += from.barriers;
}

using SitePlace = std::pair<std::uint64_t, Access>;

void add_scaled(std::map<SitePlace, SiteMetrics>& to, SitePlace place, SiteMetrics site,
                const KernelMetrics& of) {
  for (std::uint64_t* const count :
       {&site.requests, &site.lanes, &site.sectors, &site.ideal_sectors, &site.useful_bytes,
        &site.passes, &site.ideal_passes, &site.same_address, &site.joined.requests,
        &site.joined.lanes, &site.joined.sectors, &site.joined.passes})
    scale(*count, of);
  const auto [at, is_new] = to.try_emplace(place, site);
  if (!is_new) add_site(at->second, site);
}

}  // namespace

std::uint64_t Metrics::State::last_launch(std::uint32_t kernel) {
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
    // Accesses of no bytes are not counted.
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

void Metrics::ended(std::uint32_t kernel, const RequestedBytes& requested, int device) {
  const std::lock_guard hold(state_->lock);
  if (kernel >= state_->kernels.size()) return;  // cleared since the launch
  KernelMetrics& m = state_->kernels[kernel].metrics;
  if (device == 0) m.global_on_first += requested.all[0];
  RequestedBytes& sum = m.requested;
  for (unsigned i = 0; i < 2; ++i) {
    sum.all[i] += requested.all[i];
    sum.sampled[i] += requested.sampled[i];
  }
}

namespace {

/// Limits kernels to the number that a report holds: the cheapest ones become a single entry.
std::vector<Metrics::State::Kernel> merge_cheapest(const std::vector<Metrics::State::Kernel>& all) {
  using Kernel = Metrics::State::Kernel;
  if (all.size() <= Report::most_kernels) return all;
  const std::vector<bool> kept =
      heaviest<Kernel>(all, Report::most_kernels - 1, [](const Kernel& k) {
        std::uint64_t sum = 0;
        for (const auto& [place, site] : k.sites) sum += weight_of_site(site);
        return sum;
      });
  std::vector<Kernel> kernels;
  Kernel others;
  others.name = "other kernels";
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (kept[i]) {
      kernels.push_back(all[i]);
      continue;
    }
    add_kernel(others.metrics, all[i].metrics);
    for (const auto& [place, site] : all[i].sites)
      add_scaled(others.sites, place, site, all[i].metrics);
  }
  kernels.push_back(std::move(others));
  return kernels;
}

/// The same for places: the cheapest places of a kernel become one entry without a line per kind of
/// access.
std::vector<SiteMetrics> merge_cheapest(const std::vector<SiteMetrics>& all) {
  if (all.size() <= Report::most_listed_sites) return all;
  const std::vector<bool> kept =
      heaviest<SiteMetrics>(all, Report::most_listed_sites, weight_of_site);
  std::vector<SiteMetrics> sites;
  std::map<std::pair<std::uint32_t, Access>, SiteMetrics> others;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (kept[i]) {
      sites.push_back(all[i]);
      continue;
    }
    const auto [at, is_new] = others.try_emplace({all[i].kernel, all[i].access}, all[i]);
    if (!is_new) add_site(at->second, all[i]);
    at->second.pc = 0;
  }
  for (const auto& [which, site] : others) sites.push_back(site);
  return sites;
}

}  // namespace

void Metrics::write(Report& report) const {
  const std::lock_guard hold(state_->lock);
  const std::vector<State::Kernel> kernels = merge_cheapest(state_->kernels);
  std::vector<SiteMetrics> sites;
  std::memset(report.kernels, 0, sizeof report.kernels);
  report.kernel_count = static_cast<std::uint32_t>(kernels.size());
  for (std::uint32_t number = 0; number < report.kernel_count; ++number) {
    const State::Kernel& k = kernels[number];
    report.kernels[number] = k.metrics;
    copy_kernel_name(report.kernels[number].name, k.name);
    for (const auto& [place, site] : k.sites) {
      sites.push_back(site);
      sites.back().kernel = number;
    }
  }
  sites = merge_cheapest(sites);
  std::memset(report.sites, 0, sizeof report.sites);
  report.site_count = static_cast<std::uint32_t>(sites.size());
  std::copy(sites.begin(), sites.end(), report.sites);
}

}  // namespace simt::check

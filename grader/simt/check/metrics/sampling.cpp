#include "check/metrics/sampling.h"

#include <algorithm>

#include "simt/check_report.h"

namespace simt::check {

namespace {

constexpr std::uint64_t no_block = ~std::uint64_t{0};

/// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

}  // namespace

void Sampling::begin(std::uint32_t secret) {
  secret_ = secret;
  kernels_.clear();
}

std::uint64_t Sampling::random(std::uint64_t a, std::uint64_t b) const {
  return mixed(mixed(mixed(secret_) + a) + b);
}

/// Samples one launch between consecutive powers of two: the first, the second or third, one of the
/// next four.
bool Sampling::is_sampled(std::uint64_t kernel, std::uint64_t launch) const {
  if (secret_ == no_costs) return false;
  const unsigned power = 63u - static_cast<unsigned>(__builtin_clzll(launch));
  const std::uint64_t first = std::uint64_t{1} << power;
  return launch - first == random(kernel, power) % first;
}

void Sampling::launch(const std::string& kernel, std::uint64_t blocks) {
  const auto number = static_cast<std::uint64_t>(kernels_.size());
  Kernel& k = kernels_.try_emplace(kernel, Kernel{number, 0}).first->second;
  const bool sampled = is_sampled(k.number, ++k.launches);
  all_ = sampled && blocks <= per_launch;
  std::fill(std::begin(chosen_), std::end(chosen_), no_block);
  if (!sampled || all_) return;
  // One block from each third of the grid.
  for (unsigned part = 0; part < per_launch; ++part) {
    const std::uint64_t first = blocks * part / per_launch;
    const std::uint64_t size = blocks * (part + 1) / per_launch - first;
    chosen_[part] = first + random(~k.number, k.launches * per_launch + part) % size;
  }
}

}  // namespace simt::check

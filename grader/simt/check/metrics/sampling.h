// Selects blocks for the metrics: a few per launch, and for a kernel launched repeatedly, fewer and
// fewer launches. The choice depends on a secret number; otherwise code could do its wasteful work
// in other blocks.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

namespace simt::check {

class Sampling {
 public:
  /// Restarts the count of launches. With `no_costs` as its secret, no block is sampled.
  void begin(std::uint32_t secret);
  void launch(const std::string& kernel, std::uint64_t blocks);
  /// Whether this block of the running launch is sampled; independent of how blocks are scheduled.
  bool has(std::uint64_t block) const {
    return all_ || block == chosen_[0] || block == chosen_[1] || block == chosen_[2];
  }

 private:
  static constexpr unsigned per_launch = 3;
  std::uint64_t random(std::uint64_t a, std::uint64_t b) const;
  bool is_sampled(std::uint64_t kernel, std::uint64_t launch) const;

  struct Kernel {
    std::uint64_t number, launches;
  };
  std::uint64_t secret_ = 0;
  std::unordered_map<std::string, Kernel> kernels_;
  bool all_ = false;
  std::uint64_t chosen_[per_launch];
};

}  // namespace simt::check

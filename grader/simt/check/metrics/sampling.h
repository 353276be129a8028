// Which blocks the metrics are taken of: a few of a launch, and of a kernel that is launched again
// and again, of fewer and fewer launches. Which ones follows from a number that nobody knows
// before: code that could tell them from others would do its wasteful work in the others.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

namespace simt::check {

class Sampling {
 public:
  /// Launches are counted anew.
  void begin(std::uint32_t secret);
  void launch(const std::string& kernel, std::uint64_t blocks);
  /// Whether this block of the running launch is one of them; the same whatever runs the blocks.
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

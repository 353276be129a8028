// The wall time of a grade by what it went to.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>

namespace warpgrade {

/// Phases may lie in each other, and beside each other in several threads.
class PhaseSeconds {
 public:
  /// Notes how long `work` takes.
  template <typename Work>
  void timed(const std::string& phase, const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    const std::lock_guard lock(mutex_);
    seconds_[phase] += took.count();
  }

  /// Those that were measured elsewhere.
  void add(const std::map<std::string, double>& seconds) {
    const std::lock_guard lock(mutex_);
    seconds_.insert(seconds.begin(), seconds.end());
  }

  std::map<std::string, double> so_far() const {
    const std::lock_guard lock(mutex_);
    return seconds_;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, double> seconds_;
};

}  // namespace warpgrade

// The wall time of a grade by phase.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>

namespace warpgrade {

/// Sums the time of phases. Phases may be nested and may run in several threads.
class PhaseSeconds {
 public:
  /// Runs `work` and adds its time.
  template <typename Work>
  void timed(const std::string& phase, const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    const std::lock_guard lock(mutex_);
    seconds_[phase] += took.count();
  }

  /// Adds times measured elsewhere.
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

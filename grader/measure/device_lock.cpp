#include "measure/device_lock.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace warpgrade {
namespace {

using namespace std::chrono_literals;

/// Calls `on_wait` with the current text, and again when it changes, until destroyed.
class WaitReport {
 public:
  WaitReport(const MachineLock& lock, const OnWait& on_wait)
      : thread_([&lock, &on_wait](const std::stop_token& stop) {
          std::mutex mutex;
          std::condition_variable_any ended;
          std::unique_lock holding(mutex);
          std::string last;
          // The process is only in the queue after flock() is called, so first wait a little.
          for (auto pause = 20ms;; pause = 500ms) {
            ended.wait_for(holding, stop, pause, [] { return false; });
            if (stop.stop_requested()) return;
            const std::optional<std::size_t> waiting = lock.waiting_ahead();
            const std::string text =
                waiting ? describe_wait(*waiting + 1) : describe_wait(std::nullopt);
            if (text != last) on_wait(text);
            last = text;
          }
        }) {}

 private:
  std::jthread thread_;
};

}  // namespace

std::string describe_wait(std::optional<std::size_t> ahead) {
  if (!ahead) return "waiting for a GPU: another grade, run, bench, profile or doctor uses it";
  if (*ahead == 0) return "waiting for a GPU: next in line";
  return fmt::format("waiting for a GPU: {} ahead in line", *ahead);
}

DeviceLock::DeviceLock(const std::string& device) : lock_("gpu-" + device) {}

DeviceLock::DeviceLock(const std::string& device, const OnWait& on_wait) : DeviceLock(device) {
  if (lock_.lock(MachineLock::Kind::exclusive, false)) return;
  const WaitReport report(lock_, on_wait);
  lock_.lock(MachineLock::Kind::exclusive, true);
}

std::unique_ptr<DeviceLock> DeviceLock::try_lock(const std::string& device) {
  std::unique_ptr<DeviceLock> lock(new DeviceLock(device));
  if (!lock->lock_.lock(MachineLock::Kind::exclusive, false)) lock.reset();
  return lock;
}

HeldDevices::HeldDevices(const std::vector<std::string>& devices, std::size_t count,
                         const OnWait& on_wait) {
  // Only one process at a time gathers devices, so two that need several cannot deadlock.
  const DeviceLock turn("turn", on_wait);
  count = std::min(count, devices.size());
  locks_.resize(devices.size());
  for (bool reported = false;; reported = true) {
    for (std::size_t i = 0; i < devices.size() && which_.size() < count; ++i) {
      if (locks_[i]) continue;
      locks_[i] = DeviceLock::try_lock(devices[i]);
      if (locks_[i]) which_.push_back(i);
    }
    if (which_.size() == count) break;
    if (!reported) on_wait(describe_wait(0));
    std::this_thread::sleep_for(50ms);
  }
  std::sort(which_.begin(), which_.end());
}

}  // namespace warpgrade

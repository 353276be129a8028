#include "measure/device_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "measure/ratio.h"

namespace warpgrade {
namespace {

/// The same work takes about as long every time, unless something else runs.
constexpr double longer = 1.4;

constexpr int cooling_seconds = 20;

}  // namespace

DeviceWatch::DeviceWatch(int device, std::optional<Nvml> nvml)
    : device_(device), nvml_(std::move(nvml)) {
  if (nvml_ && device_ >= nvml_->devices()) nvml_.reset();
}

std::string DeviceWatch::disturbance(const std::vector<double>& control) const {
  if (nvml_) {
    const DeviceState state = nvml_->state(device_);
    if (is_throttled(state))
      return "the GPU held its clocks down (" +
             throttle_reasons(state.throttle_reasons.value_or(0)) + ")";
  }
  const double now = median(control);
  if (now <= longer) return {};
  return fmt::format(
      "something else used the GPU: our own work on it took {:.2g} times as long as usual", now);
}

void DeviceWatch::wait_until_cool() const {
  if (!nvml_) return;
  for (int second = 0; second < cooling_seconds && is_throttled(nvml_->state(device_)); ++second)
    std::this_thread::sleep_for(std::chrono::seconds(1));
}

}  // namespace warpgrade

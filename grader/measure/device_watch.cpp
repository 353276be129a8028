#include "measure/device_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "measure/ratio.h"

namespace warpgrade {
namespace {

/// The same work takes about the same time unless something else is running.
constexpr double longer = 1.4;

constexpr int cooling_seconds = 20;

}  // namespace

bool is_disturbed(const ReferenceWork& work) {
  return std::max({work.memory, work.cache, work.link}) > longer;
}

DeviceWatch::DeviceWatch(int device, std::optional<Nvml> nvml)
    : device_(device), nvml_(std::move(nvml)) {
  if (nvml_ && device_ >= nvml_->devices()) nvml_.reset();
}

std::string DeviceWatch::disturbance(const std::vector<ReferenceWork>& between) const {
  if (nvml_) {
    const DeviceState state = nvml_->state(device_);
    if (is_throttled(state))
      return "the GPU held its clocks down (" +
             throttle_reasons(state.throttle_reasons.value_or(0)) + ")";
  }
  if (between.empty()) return {};
  const auto usually = [&](double ReferenceWork::*part) {
    std::vector<double> times;
    for (const ReferenceWork& work : between) times.push_back(work.*part);
    return median(times);
  };
  const ReferenceWork now{usually(&ReferenceWork::memory), usually(&ReferenceWork::cache),
                          usually(&ReferenceWork::link)};
  if (!is_disturbed(now)) return {};
  const char* where = "in its memory";
  double most = now.memory;
  for (const auto& [name, times] :
       {std::pair{"in its cache", now.cache}, std::pair{"over its link to the host", now.link}}) {
    if (times <= most) continue;
    where = name;
    most = times;
  }
  return fmt::format(
      "something else used the GPU: our own work {} took {:.2g} times as long as usual", where,
      most);
}

void DeviceWatch::wait_until_cool() const {
  if (!nvml_) return;
  for (int second = 0; second < cooling_seconds && is_throttled(nvml_->state(device_)); ++second)
    std::this_thread::sleep_for(std::chrono::seconds(1));
}

}  // namespace warpgrade

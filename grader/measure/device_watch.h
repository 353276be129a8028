// Whether the device was itself while something was measured on it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpus/nvml.h"

namespace warpgrade {

/// How many times as long as usual fixed pieces of our own work took: on the device's memory, in
/// its cache, over its link to the host.
struct OwnWork {
  double memory = 1, cache = 1, link = 1;
};

/// Whether something else used the device meanwhile.
bool is_disturbed(const OwnWork& work);

class DeviceWatch {
 public:
  /// Of the device that the driver counts so. Without a driver's word only the control is looked
  /// at.
  explicit DeviceWatch(int device, std::optional<Nvml> nvml = Nvml::open());

  /// Why times taken just now say nothing of the code, or "". `between`: our own work between them.
  std::string disturbance(const std::vector<OwnWork>& between) const;

  /// Gives a device that holds its clocks down for heat some time to cool.
  void wait_until_cool() const;

 private:
  int device_;
  std::optional<Nvml> nvml_;
};

}  // namespace warpgrade

// Whether the device was itself while something was measured on it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "toolchain/nvml.h"

namespace warpgrade {

class DeviceWatch {
 public:
  /// Of the device that the driver counts so. Without a driver's word only the control is looked
  /// at.
  explicit DeviceWatch(int device, std::optional<Nvml> nvml = Nvml::open());

  /// Why times taken just now say nothing of the code, or "". `control`: how many times as long as
  /// usual a fixed piece of our own work took, between them.
  std::string disturbance(const std::vector<double>& control) const;

  /// Gives a device that holds its clocks down for heat some time to cool.
  void wait_until_cool() const;

 private:
  int device_;
  std::optional<Nvml> nvml_;
};

}  // namespace warpgrade

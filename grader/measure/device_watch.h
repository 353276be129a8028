// Detects throttling and foreign load on the device during a measurement.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpus/nvml.h"

namespace warpgrade {

/// Slowdown factors of reference work: on the device's memory, in its cache, over its link to the
/// host.
struct ReferenceWork {
  double memory = 1, cache = 1, link = 1;
};

/// True if something else used the device in the meantime.
bool is_disturbed(const ReferenceWork& work);

class DeviceWatch {
 public:
  /// `device`: the driver's number. Without a driver, only the reference work is checked.
  explicit DeviceWatch(int device, std::optional<Nvml> nvml = Nvml::open());

  /// Why the last times are unreliable, or "". `between`: reference work run between them.
  std::string disturbance(const std::vector<ReferenceWork>& between) const;

  /// Waits some time if the device throttles because of heat.
  void wait_until_cool() const;

 private:
  int device_;
  std::optional<Nvml> nvml_;
};

}  // namespace warpgrade

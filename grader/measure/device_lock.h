// Allows one grade at a time on a device, across processes and users.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/machine_lock.h"

namespace warpgrade {

/// Called from a thread of its own while a device is not free, with the text to show, whenever it
/// changes.
using OnWait = std::function<void(const std::string& what)>;

/// `ahead`: the number of processes that get a device first, if known.
std::string describe_wait(std::optional<std::size_t> ahead);

/// Holds the device while it lives.
class DeviceLock {
 public:
  /// Waits until the device with that name (its UUID, or any name without '/') is free. Throws
  /// GraderError if it cannot be locked.
  DeviceLock(const std::string& device, const OnWait& on_wait);
  /// The device if it is free now, or null.
  static std::unique_ptr<DeviceLock> try_lock(const std::string& device);

 private:
  explicit DeviceLock(const std::string& device);

  MachineLock lock_;
};

/// Holds some of several devices, whichever are free first, while it lives.
class HeldDevices {
 public:
  /// Locks `count` of `devices`, named as for DeviceLock. First come, first served: requests for
  /// several devices are not overtaken by requests for one. Throws GraderError.
  HeldDevices(const std::vector<std::string>& devices, std::size_t count, const OnWait& on_wait);

  /// Their indices in `devices`, ascending.
  const std::vector<std::size_t>& which() const { return which_; }

 private:
  std::vector<std::size_t> which_;
  std::vector<std::unique_ptr<DeviceLock>> locks_;
};

}  // namespace warpgrade

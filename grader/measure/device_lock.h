// One grade at a time on a device, across processes and users.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/machine_lock.h"

namespace warpgrade {

/// Called while a device is not free, with what to show, whenever that changes; from a thread of
/// its own.
using OnWait = std::function<void(const std::string& what)>;

/// `ahead`: how many get a device first, where that is known.
std::string describe_wait(std::optional<std::size_t> ahead);

/// Held while it lives.
class DeviceLock {
 public:
  /// Waits until the device of that name (its UUID, or any name without '/') is free. Throws
  /// GraderError where it cannot be had at all.
  DeviceLock(const std::string& device, const OnWait& on_wait);
  /// The device if it is free now, or null.
  static std::unique_ptr<DeviceLock> try_take(const std::string& device);

 private:
  explicit DeviceLock(const std::string& device);

  MachineLock lock_;
};

/// Some of several devices, whichever are free first, held while it lives.
class HeldDevices {
 public:
  /// `count` of `devices`, as DeviceLock names them. Who asks first is served first, so one who
  /// needs several is not passed by those who need one. Throws GraderError.
  HeldDevices(const std::vector<std::string>& devices, std::size_t count, const OnWait& on_wait);

  /// Their places in `devices`, in ascending order.
  const std::vector<std::size_t>& which() const { return which_; }

 private:
  std::vector<std::size_t> which_;
  std::vector<std::unique_ptr<DeviceLock>> locks_;
};

}  // namespace warpgrade

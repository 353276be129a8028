// One grade at a time on a device, across processes and users.
#pragma once

#include <functional>
#include <string>

namespace warpgrade {

/// Held while it lives. The lock is advisory: it keeps graders apart, not other programs.
class DeviceLock {
 public:
  /// Waits until the device of that name (its UUID, or any name without '/') is free;
  /// `on_wait` is called once where it is not. Throws GraderError where it cannot be had at all.
  DeviceLock(const std::string& device, const std::function<void()>& on_wait);
  ~DeviceLock();
  DeviceLock(const DeviceLock&) = delete;
  DeviceLock& operator=(const DeviceLock&) = delete;

 private:
  int fd_ = -1;
};

}  // namespace warpgrade

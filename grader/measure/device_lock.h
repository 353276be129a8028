// One grade at a time on a device, across processes and users.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warpgrade {

/// Held while it lives. The lock is advisory: it keeps graders apart, not other programs.
class DeviceLock {
 public:
  /// Waits until the device of that name (its UUID, or any name without '/') is free;
  /// `on_wait` is called once where it is not. Throws GraderError where it cannot be had at all.
  DeviceLock(const std::string& device, const std::function<void()>& on_wait);
  /// The device if it is free now, or null.
  static std::unique_ptr<DeviceLock> try_take(const std::string& device);
  ~DeviceLock();
  DeviceLock(const DeviceLock&) = delete;
  DeviceLock& operator=(const DeviceLock&) = delete;

 private:
  explicit DeviceLock(const std::string& device);
  bool take(bool wait);

  std::string path_;
  int fd_ = -1;
};

/// What a user is told meanwhile: not grades alone take the lock.
inline constexpr const char* waiting_for_gpu =
    "waiting for a GPU: another grade, run, bench, profile or doctor uses it";

/// Some of several devices, whichever are free first, held while it lives.
class HeldDevices {
 public:
  /// `count` of `devices`, as DeviceLock names them. Who asks first is served first, so one who
  /// needs several is not passed by those who need one. Throws GraderError.
  HeldDevices(const std::vector<std::string>& devices, std::size_t count,
              const std::function<void()>& on_wait);

  /// Their places in `devices`, in ascending order.
  const std::vector<std::size_t>& which() const { return which_; }

 private:
  std::vector<std::size_t> which_;
  std::vector<std::unique_ptr<DeviceLock>> locks_;
};

}  // namespace warpgrade

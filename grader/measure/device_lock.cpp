#include "measure/device_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "base/fault.h"

namespace warpgrade {

DeviceLock::DeviceLock(const std::string& device)
    : path_("/tmp/warpgrade-gpu-" + device + ".lock") {
  // All users of the machine must meet at one file; a system may keep O_CREAT from touching
  // another user's file in /tmp, so it comes second.
  constexpr int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW;
  fd_ = open(path_.c_str(), flags);
  if (fd_ < 0) {
    fd_ = open(path_.c_str(), flags | O_CREAT | O_EXCL, 0444);
    if (fd_ >= 0) fchmod(fd_, 0444);  // whatever the umask
    if (fd_ < 0 && errno == EEXIST) fd_ = open(path_.c_str(), flags);
  }
  struct stat status {};
  if (fd_ < 0 || fstat(fd_, &status) != 0 || !S_ISREG(status.st_mode)) {
    const int error = errno;
    if (fd_ >= 0) close(fd_);
    throw GraderError("cannot take the GPU's lock " + path_ + ": " + std::strerror(error),
                      "It must be a file that everybody may read: remove what stands there.");
  }
}

bool DeviceLock::take(bool wait) {
  while (flock(fd_, LOCK_EX | (wait ? 0 : LOCK_NB)) != 0) {
    if (errno == EINTR) continue;
    if (errno == EWOULDBLOCK) return false;
    throw GraderError("cannot take the GPU's lock " + path_ + ": " + std::strerror(errno));
  }
  return true;
}

DeviceLock::DeviceLock(const std::string& device, const std::function<void()>& on_wait)
    : DeviceLock(device) {
  if (take(false)) return;
  on_wait();
  take(true);
}

std::unique_ptr<DeviceLock> DeviceLock::try_take(const std::string& device) {
  std::unique_ptr<DeviceLock> lock(new DeviceLock(device));
  if (!lock->take(false)) lock.reset();
  return lock;
}

DeviceLock::~DeviceLock() {
  flock(fd_, LOCK_UN);  // also where a process that was forked meanwhile has the file open
  close(fd_);
}

HeldDevices::HeldDevices(const std::vector<std::string>& devices, std::size_t count,
                         const std::function<void()>& on_wait) {
  bool told = false;
  const auto tell = [&] {
    if (!told) on_wait();
    told = true;
  };
  // Only who has the turn gathers devices: so two who need several cannot wait for each other.
  const DeviceLock turn("turn", tell);
  count = std::min(count, devices.size());
  locks_.resize(devices.size());
  for (;;) {
    for (std::size_t i = 0; i < devices.size() && which_.size() < count; ++i) {
      if (locks_[i]) continue;
      locks_[i] = DeviceLock::try_take(devices[i]);
      if (locks_[i]) which_.push_back(i);
    }
    if (which_.size() == count) break;
    tell();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  std::sort(which_.begin(), which_.end());
}

}  // namespace warpgrade

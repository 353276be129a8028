#include "measure/device_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "lab/fault.h"

namespace warpgrade {

DeviceLock::DeviceLock(const std::string& device, const std::function<void()>& on_wait) {
  // All users of the machine must meet at one file; a system may keep O_CREAT from touching
  // another user's file in /tmp, so it comes second.
  const std::string path = "/tmp/warpgrade-gpu-" + device + ".lock";
  constexpr int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW;
  fd_ = open(path.c_str(), flags);
  if (fd_ < 0) {
    fd_ = open(path.c_str(), flags | O_CREAT | O_EXCL, 0444);
    if (fd_ < 0 && errno == EEXIST) fd_ = open(path.c_str(), flags);
  }
  struct stat status {};
  if (fd_ < 0 || fstat(fd_, &status) != 0 || !S_ISREG(status.st_mode)) {
    if (fd_ >= 0) close(fd_);
    throw GraderError("cannot take the GPU's lock " + path + ": " + std::strerror(errno),
                      "It must be a file that everybody may read: remove what stands there.");
  }
  if (flock(fd_, LOCK_EX | LOCK_NB) == 0) return;
  on_wait();
  while (flock(fd_, LOCK_EX) != 0) {
    if (errno == EINTR) continue;
    const int error = errno;
    close(fd_);
    throw GraderError("cannot wait for the GPU's lock " + path + ": " + std::strerror(error));
  }
}

DeviceLock::~DeviceLock() {
  flock(fd_, LOCK_UN);  // also where a process that was forked meanwhile has the file open
  close(fd_);
}

}  // namespace warpgrade

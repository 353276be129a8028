// Memory that the grader shares with a worker.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/fault.h"
#include "sandbox/descriptor.h"

namespace warpgrade {

/// A GraderError with the text of errno.
inline GraderError out_of_resources(const std::string& what) {
  return GraderError(what + ": " + std::strerror(errno),
                     "Free memory or disk space, then grade again.");
}

/// Shared memory for the worker. Its seals prevent the worker from changing its size.
class SharedMemory {
 public:
  explicit SharedMemory(std::size_t bytes)
      : fd_(memfd_create("warpgrade", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
    if (fd_ < 0 || ftruncate(fd_, static_cast<off_t>(bytes)) != 0)
      throw out_of_resources("cannot make shared memory");
  }
  ~SharedMemory() {
    if (fd_ >= 0) close(fd_);
  }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  int fd() const { return fd_; }
  /// The descriptor, which the caller owns from now on.
  Descriptor release() { return Descriptor(std::exchange(fd_, -1)); }

  void write(const std::vector<std::byte>& bytes, std::size_t offset = 0) {
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t n =
          pwrite(fd_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
      if (n <= 0) throw out_of_resources("cannot fill shared memory");
      done += static_cast<std::size_t>(n);
    }
  }

  /// A copy, which the worker cannot change.
  std::vector<std::byte> read(std::size_t size, std::size_t offset = 0) const {
    std::vector<std::byte> bytes(size);
    for (std::size_t done = 0; done < size;) {
      const ssize_t n =
          pread(fd_, bytes.data() + done, size - done, static_cast<off_t>(offset + done));
      if (n <= 0) throw out_of_resources("cannot read shared memory");
      done += static_cast<std::size_t>(n);
    }
    return bytes;
  }

  /// Linux refuses while the memory is mapped writable, also in a process that another thread is
  /// starting, until that executes its program. So this retries for a second.
  void seal(int seals) {
    for (int i = 0; fcntl(fd_, F_ADD_SEALS, seals) != 0; ++i) {
      if (errno != EBUSY || i == 1000) throw out_of_resources("cannot seal shared memory");
      usleep(1000);
    }
  }

 private:
  int fd_;
};

}  // namespace warpgrade

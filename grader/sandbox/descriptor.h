// An owned file descriptor, and errors of system calls.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "base/fault.h"

namespace warpgrade {

/// Move-only: a second close could close another thread's file.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { reset(); }

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  void reset() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_ = -1;
};

/// Throws GraderError with errno's message.
[[noreturn]] inline void system_fault(const std::string& what, std::string advice = {}) {
  const int error = errno;
  throw GraderError("the sandbox: " + what + ": " + std::strerror(error), std::move(advice));
}

/// Returns the `result` of a system call, or throws if it failed.
template <typename T>
T checked(T result, const char* what) {
  if (result == static_cast<T>(-1)) system_fault(what);
  return result;
}

}  // namespace warpgrade

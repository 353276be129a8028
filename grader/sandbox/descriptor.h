// A file descriptor with an owner, and the sentence for a system call that failed.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "base/fault.h"

namespace warpgrade {

/// Move-only: two owners would close it twice, the second time perhaps another thread's file.
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

/// Throws: the machine's fault, with errno's sentence.
[[noreturn]] inline void system_fault(const std::string& what, std::string advice = {}) {
  const int error = errno;
  throw GraderError("the sandbox: " + what + ": " + std::strerror(error), std::move(advice));
}

/// `result` of a system call that must not fail.
template <typename T>
T checked(T result, const char* what) {
  if (result == static_cast<T>(-1)) system_fault(what);
  return result;
}

}  // namespace warpgrade

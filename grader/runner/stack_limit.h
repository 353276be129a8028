// Distinguishes a stack overflow from other bad addresses, inside a signal handler.
#pragma once

#include <sys/resource.h>

#include <cstdint>

namespace warpgrade::runner {

/// The stack of the first thread. Constructed before anything can fail.
class StackLimit {
 public:
  StackLimit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    // Slightly below the stack's top: the frames of main() and of the startup code.
    lowest_ = reinterpret_cast<std::uintptr_t>(&limit) - limit.rlim_cur;
  }

  /// Just below the stack, within reach of a frame with a large array.
  bool overrun_at(const void* address) const {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    return lowest_ != 0 && at < lowest_ + slack && at > lowest_ - frame;
  }

  static constexpr const char* message =
      "the stack is full: a recursion that does not end, or a large array that belongs on the heap";

 private:
  static constexpr std::uintptr_t slack = 256 << 10;  // arguments and environment lie above main()
  static constexpr std::uintptr_t frame = 64 << 20;
  std::uintptr_t lowest_ = 0;
};

}  // namespace warpgrade::runner

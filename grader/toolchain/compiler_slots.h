// How many compilers may run at once: one per thread of this process's share (base/thread_share.h),
// and no more than there is memory for.
#pragma once

#include <cstddef>

namespace warpgrade {

/// What a compiler of a submission needs: nvcc with a large library's headers.
inline constexpr std::size_t compiler_bytes = 1ull << 30;

/// Whether a compiler may start beside `running` others. The first always may.
constexpr bool room_for_compiler(unsigned running, unsigned cores, std::size_t available) {
  return running == 0 || (running < cores && available / compiler_bytes > running);
}

/// The right to run a compiler, among the threads of this process. The constructor waits for it.
class CompilerSlot {
 public:
  CompilerSlot();
  ~CompilerSlot();
  CompilerSlot(const CompilerSlot&) = delete;
  CompilerSlot& operator=(const CompilerSlot&) = delete;
};

}  // namespace warpgrade

// Limits concurrent compilers: one per thread of this process's share (base/thread_share.h), and no
// more than fit into memory.
#pragma once

#include <cstddef>

namespace warpgrade {

/// The memory that a compiler needs: nvcc with the headers of a large library.
inline constexpr std::size_t compiler_bytes = 1ull << 30;

/// True if a compiler may start next to `running` others. The first one always may.
constexpr bool may_start_compiler(unsigned running, unsigned cores, std::size_t available) {
  return running == 0 || (running < cores && available / compiler_bytes > running);
}

/// The right to run a compiler in this process. The constructor waits for it.
class CompilerSlot {
 public:
  CompilerSlot();
  ~CompilerSlot();
  CompilerSlot(const CompilerSlot&) = delete;
  CompilerSlot& operator=(const CompilerSlot&) = delete;
};

}  // namespace warpgrade

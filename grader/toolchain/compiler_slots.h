// How many compilers may run at once: one a core, and no more than there is memory for.
#pragma once

#include <cstddef>
#include <filesystem>

namespace warpgrade {

/// What a compiler of a submission needs: nvcc with a large library's headers.
inline constexpr std::size_t compiler_bytes = 1ull << 30;

/// What this process may use of the machine; a container's share, where there is one. Control
/// groups of both versions are looked at. `root`: the file system's; another one in tests.
unsigned usable_cores(const std::filesystem::path& root = "/");
std::size_t available_bytes(const std::filesystem::path& root = "/");

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

// Temporary memory for accesses to unmapped addresses: the kernel continues, so that its other
// mistakes are found as well, and fails in the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simt::check {

class LentPages {
 public:
  /// Maps a page and its shadow at an unmapped address. Returns false if that is impossible.
  bool lend(std::uintptr_t address);
  /// Called at the kernel's end. Returns whether any page was lent.
  bool reclaim_pages();

 private:
  static constexpr std::size_t most = 256;
  std::vector<std::uintptr_t> pages_;
};

}  // namespace simt::check

// Memory for accesses to addresses that belong to nothing: the kernel goes on, so that its other
// mistakes are found as well, and fails in the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simt::check {

class LentPages {
 public:
  /// Lends a page, with its shadow, to an address that has none. False where there is none to lend.
  bool lend(std::uintptr_t address);
  /// At the kernel's end; whether any was lent.
  bool reclaim_pages();

 private:
  static constexpr std::size_t most = 256;
  std::vector<std::uintptr_t> pages_;
};

}  // namespace simt::check

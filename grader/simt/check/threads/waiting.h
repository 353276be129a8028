// Threads that wait for others by polling: detects when none makes progress.
#pragma once

#include <cstdint>

namespace simt::check {

class Waiting {
 public:
  /// The running thread yields. Ends the grid if nothing has happened since every runnable block
  /// had its turns.
  void yields();

 private:
  std::uint64_t seen_progress_ = 0, fruitless_ = 0;
};

}  // namespace simt::check

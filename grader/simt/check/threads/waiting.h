// Threads that wait for what others do, by looking again and again: does anybody get on?
#pragma once

#include <cstdint>

namespace simt::check {

class Waiting {
 public:
  /// The running thread lets others go first. Ends the grid where nothing has happened since every
  /// block that can run has had its turns.
  void yields();

 private:
  std::uint64_t seen_progress_ = 0, fruitless_ = 0;
};

}  // namespace simt::check

// Changes to device code that order accesses: fences, atomics.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Ordering : Proposer {
 public:
  using Proposer::Proposer;

  /// Adds a fence before the operation that releases other threads: the following atomic, and after
  /// the store itself. `known`: the finding names the missing fence.
  void fences(const std::vector<int>& lines, bool known = false);
  /// Adds one before the access as well, where the loop that takes the lock stands right before it.
  void both_fences(int line);
  /// Turns `x += y;` and `x++;` into atomicAdd.
  void make_atomic(int line);
  void zero_shared(const std::vector<int>& lines);

 private:
  /// A call of an atomic function, as compiled and as shown: the latter without parentheses that
  /// may be needed.
  struct Call {
    std::string code, shown;
  };
  Call atomic_for(std::size_t begin, std::size_t end) const;
  std::string address(std::size_t begin, std::size_t end) const;
  void draw_ticket(std::size_t begin, std::size_t end);
};

}  // namespace warpgrade::remedy

// Changes to device code that order threads: barriers, fences, atomics.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Ordering : Proposer {
 public:
  using Proposer::Proposer;

  /// Adds a barrier in gaps between two accesses, and at the end of loops that contain both.
  void barriers(const std::vector<int>& lines, const std::string& what);
  /// Adds a fence before the operation that releases other threads: the following atomic, and after
  /// the store itself. `known`: the finding names the missing fence.
  void fences(const std::vector<int>& lines, bool known = false);
  /// Turns `x += y;` and `x++;` into atomicAdd.
  void make_atomic(int line);
  /// Replaces `__syncwarp()` by `__syncthreads()` in the function of that line.
  void whole_block(int line);
  /// Moves a barrier out of a branch.
  void out_of_branch(const std::vector<int>& lines);
  void zero_shared(const std::vector<int>& lines);

 private:
  void barriers_around(std::size_t statement, const std::string& what);
  std::size_t sibling_before(const Function& f, std::size_t statement) const;
  void loop_ends(std::size_t one, std::size_t two, const std::string& what);
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

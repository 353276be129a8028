// Changes to device code that order what threads do: barriers, fences, atomics.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Ordering : Proposer {
 public:
  using Proposer::Proposer;

  /// Gaps between two accesses, and at the end of loops that hold both.
  void barriers(const std::vector<int>& lines, const std::string& what);
  /// Before what sets others free: the atomic that follows, and behind the store itself.
  /// `known`: the finding says so itself.
  void fences(const std::vector<int>& lines, bool known = false);
  /// `x += y;` and `x++;` become atomicAdd.
  void make_atomic(int line);
  /// `__syncthreads()` for `__syncwarp()` in the function of that line.
  void whole_block(int line);
  /// A barrier in a branch goes behind it.
  void out_of_branch(const std::vector<int>& lines);
  void zero_shared(const std::vector<int>& lines);

 private:
  void barriers_around(std::size_t statement, const std::string& what);
  std::size_t sibling_before(const Function& f, std::size_t statement) const;
  void loop_ends(std::size_t one, std::size_t two, const std::string& what);
  /// Of an atomic function, as it is compiled and as it is shown: without brackets that may be
  /// needed.
  struct Call {
    std::string code, shown;
  };
  Call atomic_for(std::size_t begin, std::size_t end) const;
  std::string address(std::size_t begin, std::size_t end) const;
  void draw_ticket(std::size_t begin, std::size_t end);
};

}  // namespace warpgrade::remedy

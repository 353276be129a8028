// Which threads copy elements to shared memory: those that the copies of other threads need, too.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class TileLoads : Proposer {
 public:
  using Proposer::Proposer;

  /// Leaves tests of other indices out of `tile[…] = row < m && col < n ? A[row * k + p] : 0`, all
  /// of a kernel together.
  void own_indices();
  /// `k < N` for `k < N - 1` around statements that fill shared memory: neighbors need the walls.
  void walls();
  /// `row[i0 + tx]` for `row[i]` with `i = i0 + ty`, where a shared tile is filled.
  void of_other_axis();

 private:
  std::vector<std::string> conjuncts(const Function& f, Range condition) const;
  Range read_elsewhere(const Function& f, Range value) const;
};

}  // namespace warpgrade::remedy

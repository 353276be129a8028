// Changes to shuffles: where their steps begin, the lanes that they name, the width of a group.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Shuffles : Proposer {
 public:
  using Proposer::Proposer;

  void change_all();
  /// The whole warp enters a branch with shuffles, and what it reads of shared memory is guarded by
  /// the branch's test.
  void whole_warp_in_branches();

 private:
  void other_start(const Function& f, std::size_t loop);
  void other_direction(std::size_t call);
  void all_lanes(std::size_t call);
  void width_of_a_group(const Function& f, std::size_t call);
};

}  // namespace warpgrade::remedy

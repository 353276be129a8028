// Changes to shuffles: the first step, the lanes of the mask, the width of a group.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Shuffles : Proposer {
 public:
  using Proposer::Proposer;

  void change_all();
  /// Lets the whole warp enter a branch with shuffles; the branch's test guards its reads of shared
  /// memory.
  void whole_warp_in_branches();

 private:
  void other_start(const Function& f, std::size_t loop);
  void other_direction(std::size_t call);
  void all_lanes(std::size_t call);
  void width_of_a_group(const Function& f, std::size_t call);
};

}  // namespace warpgrade::remedy

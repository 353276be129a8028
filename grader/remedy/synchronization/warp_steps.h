// Reductions of one warp that rely on lanes running in lockstep: `s[t] += s[t + 16]; s[t] += …`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class WarpSteps : Proposer {
 public:
  using Proposer::Proposer;
  /// Orders the steps around these lines by __syncwarp(), all of them together. Where all lanes
  /// add, one changes what another reads in the same step: then only those below the distance add.
  void in_order(const std::vector<int>& lines);

 private:
  /// `if (test) s[lane] += s[lane + distance];`
  struct Step {
    std::size_t statement = 0;
    Range test = {0, 0};  // empty: none
    std::string lane, distance;
    bool tests_lane = false;
  };
  std::optional<Step> read_step(std::size_t statement) const;
  bool is_in_a_loop(const Step& step) const;
  void propose_order(const std::vector<Step>& steps);
};

}  // namespace warpgrade::remedy

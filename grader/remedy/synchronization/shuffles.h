// Changes to shuffles: the first step, the lanes of the mask, the width of a group.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Shuffles : Proposer {
 public:
  using Proposer::Proposer;

  void change_all();
  /// `0xffffffff` for `0xffff` in a macro or a variable that is a mask, and for all masks that are
  /// written so.
  void full_masks();
  /// Lets the whole warp enter a branch with shuffles; the branch's test guards its reads of shared
  /// memory.
  void whole_warp_in_branches();
  /// Replaces `sum += warp_sum(x);` in a loop by `sum += x;` and, behind the loop,
  /// `sum = warp_sum(sum);`.
  void behind_loops();

 private:
  void other_start(const Function& f, std::size_t loop);
  void other_direction(std::size_t call);
  void all_lanes(std::size_t call);
  /// Of a macro without parameters: its value, as offsets in the text, and its line.
  struct Value {
    std::size_t begin = 0, end = 0;
    int line = 0;
  };
  std::optional<Value> macro(std::string_view name) const;
  bool names_a_thread(const Function& f, Range value) const;
  std::vector<std::string> widths_of_groups(const Function& f) const;
  void width_of_a_group(const Function& f, std::size_t call);
};

}  // namespace warpgrade::remedy

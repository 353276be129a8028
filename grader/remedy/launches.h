// Changes to launches: the grid, the block, the order of what they are given.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Launches : Proposer {
 public:
  using Proposer::Proposer;

  /// All divisions of a host function that launches: `n / 256` becomes `(n + 256 - 1) / 256`.
  void round_up_grids();
  /// `n` blocks for `(n + b - 1) / b`: one for each element.
  void one_block_each();
  /// One block, of a kernel that never asks which block it is.
  void one_block();
  /// `<<<block, grid>>>`, `dim3 grid(y, x)`, and a kernel's arguments of one type.
  void exchange();

  /// As a kernel's argument the number of blocks that an earlier launch of the function had.
  void blocks_that_ran();
  /// `d_b` for `b`, which the caller gave.
  void pointers_of_the_device();

 private:
  void round_up(const std::vector<std::pair<Range, Range>>& divisions);
  bool is_grid(Range size) const;
  void exchange(Range one, Range two, Range shown, Cause cause);
  void exchange_arguments(const Function& f, const Launch& launch);
  void exchange_axes(const Function& f);
};

}  // namespace warpgrade::remedy

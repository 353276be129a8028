// Changes to launches: the grid, the block, shared memory, the order of what they are given.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Launches : Proposer {
 public:
  using Proposer::Proposer;

  /// `dim3 block = dim3(8, 8, 8)` for `dim3 block = (8, 8, 8)`.
  void commas_in_brackets();

  /// All divisions of a host function that launches: `n / 256` becomes `(n + 256 - 1) / 256`.
  void round_up_grids();
  /// `n` blocks for `(n + b - 1) / b`: one for each element.
  void one_block_each();
  /// One block, of a kernel that never asks which block it is.
  void one_block();
  /// `<<<block, grid>>>`, `dim3 grid(y, x)`, and a kernel's arguments of one type.
  void exchange();

  /// `k<<<…>>>(old, new)` for `k<<<…>>>(new, new)`.
  void given_twice();

  /// A launch without a third argument gets one, where the kernel has dynamic shared memory: an
  /// element for each thread of a block, of each array that the kernel keeps there. Where the third
  /// argument is too small for several arrays, as many times as much.
  void pass_shared_bytes();

  /// As a kernel's argument the number of blocks that an earlier launch of the function had.
  void blocks_that_ran();
  /// `d_b` for `b`, which the caller gave: one, and all of a launch or of a call of the file's own.
  void pointers_of_the_device();
  /// `cudaGetSymbolAddress((void**)&p, table);` after `T* p = &table[0];`.
  void address_on_the_device(const std::string& variable);

 private:
  void all_pointers_of_the_device(const Function& f);
  void round_up(const std::vector<std::pair<Range, Range>>& divisions);
  bool is_grid(Range size) const;
  struct DynamicShared {
    std::string type;  // of an element
    int arrays;        // that begin in it
  };
  std::optional<DynamicShared> dynamic_shared_in(Range where) const;
  /// Of a launch's second argument: `block.x * block.y * block.z` of a dim3.
  std::string threads_expression(const Function& f, Range block) const;
  void exchange(Range one, Range two, Range shown, Cause cause);
  void exchange_arguments(const Function& f, const Launch& launch);
  void exchange_axes(const Function& f);
};

}  // namespace warpgrade::remedy

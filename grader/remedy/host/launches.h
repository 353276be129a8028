// Changes to launches: grid, block, shared memory, and the order of arguments.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Launches : Proposer {
 public:
  using Proposer::Proposer;

  /// Replaces `dim3 block = (8, 8, 8)` by `dim3 block = dim3(8, 8, 8)`.
  void commas_in_brackets();

  /// Rounds up all divisions of a host function that launches: `n / 256` becomes `(n + 256 - 1) /
  /// 256`.
  void round_up_grids();
  /// Replaces `(n + b - 1) / b` blocks by `n`: one per element.
  void one_block_each();
  /// Replaces `parts(n, 256)` blocks of 256 threads by `parts(n, 8)`, where a block of the kernel
  /// computes 8 elements: `blockIdx.x * 8 + threadIdx.x / 32`.
  void blocks_of_parts();
  /// Launches a single block of a kernel that does not use its block index.
  void one_block();
  /// `n <= 256` for `n <= 1024` before a launch of blocks of 256 threads: one block does all of it.
  void limit_of_one_block();
  /// Exchanges `<<<block, grid>>>`.
  void exchange_sizes();
  /// Exchanges the sides of `dim3 grid(y, x)`, and a kernel's arguments of one type.
  void exchange();

  /// Exchanges neighboring arguments that are elements of one array: `k<<<…>>>(v[t % 2],
  /// v[(t + 1) % 2])`.
  void exchange_turns();

  /// A launch without a third argument gets one, where the kernel has dynamic shared memory: an
  /// element for each thread of a block, of each array that the kernel keeps there. Where the third
  /// argument is too small for several arrays, as many times as much.
  void pass_shared_bytes();

  /// Passes the number of blocks of an earlier launch in the function.
  void blocks_that_ran();
  /// Replaces `b`, which the caller passed, by `d_b`: one argument, or all of a launch or of a call
  /// within the file.
  void pointers_of_the_device();
  /// Adds `cudaGetSymbolAddress((void**)&p, table);` after `T* p = &table[0];`, and with the
  /// pointer before a launch that gets `&table[0]`.
  void address_on_the_device(const std::string& variable);

 private:
  void all_pointers_of_the_device(const Function& f);
  std::string elements_of_a_block(const Function& kernel, const std::string& threads) const;
  void round_up(const std::vector<std::pair<Range, Range>>& divisions);
  void address_for_a_launch(const Function& f, const Launch& launch, const std::string& variable);
  std::string starts_at(Range pointer) const;
  bool is_named(Range size, std::initializer_list<const char*> parts) const;
  Range initial_value(const Function& f, Range size) const;
  bool is_grid(const Function& f, Range size) const;
  bool is_block(const Function& f, Range size) const;
  struct DynamicShared {
    std::string type;  // element type
    int arrays;        // number of arrays that begin in it
  };
  std::optional<DynamicShared> dynamic_shared_in(Range where) const;
  /// The number of threads for a launch's second argument: `block.x * block.y * block.z` for a
  /// dim3.
  std::string threads_expression(const Function& f, Range block) const;
  void exchange(Range one, Range two, Range shown, Cause cause);
  void exchange_arguments(const Function& f, const Launch& launch);
  std::string divisor_in(Range expression) const;
  std::string with_other(Range expression, const std::string& old, const std::string& by) const;
  void exchange_axes(const Function& f);
};

}  // namespace warpgrade::remedy

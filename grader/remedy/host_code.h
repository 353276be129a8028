// Changes to host code: the grid, sizes and initial values of memory, and waiting for the device.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class HostCode : Proposer {
 public:
  using Proposer::Proposer;

  void host_waits(const std::vector<int>& lines);
  /// `*result = 0;` on the host, of memory that is the device's.
  void set_on_device(int line);
  /// All divisions of a host function that launches: `n / 256` becomes `(n + 256 - 1) / 256`.
  void round_up_grids();
  /// Sizes that count elements where bytes are wanted.
  void sizes_in_bytes();
  /// The other direction of each copy.
  void copy_directions();
  /// `n` blocks for `(n + b - 1) / b`: one for each element.
  void one_block_each();
  /// One block, of a kernel that never asks which block it is.
  void one_block();
  void zero_allocations();
  void zero_results(const std::string& entry);

 private:
  void round_up(const std::vector<std::pair<Range, Range>>& divisions);
  void in_bytes(const Range& size, const std::string& element);
};

}  // namespace warpgrade::remedy

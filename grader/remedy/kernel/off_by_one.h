// Changes by one: `+ 1` and `- 1` in subscripts, conditions and copies, and start values of loops.
#pragma once

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class OffByOne : Proposer {
 public:
  using Proposer::Proposer;

  /// Changes device code.
  void in_kernels();
  /// Changes expressions of host functions that launch.
  void in_launches();
  /// Tries `(top + 1) * n` as the start of what a copy reads or writes.
  void in_copies();

 private:
  bool is_dimension(const Function& f, std::size_t open) const;
  void in_subscript(const Function& f, std::size_t open);
  void loop_starts(const Function& f);
  void leave_out(std::size_t one, Range expression, const char* cause);
};

}  // namespace warpgrade::remedy

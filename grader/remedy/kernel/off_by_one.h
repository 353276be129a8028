// Changes by one: `+ 1` and `- 1` in subscripts, conditions and copies, and where loops begin.
#pragma once

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class OffByOne : Proposer {
 public:
  using Proposer::Proposer;

  /// In device code.
  void in_kernels();
  /// In what host code computes where it launches.
  void in_launches();
  /// `(top + 1) * n` as the place that a copy reads or writes.
  void in_copies();

 private:
  void in_subscript(const Function& f, std::size_t open);
  void loop_starts(const Function& f);
  void leave_out(std::size_t one, Range expression, const char* cause);
};

}  // namespace warpgrade::remedy

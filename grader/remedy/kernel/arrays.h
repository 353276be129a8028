// Changes to which array is read, and which of its elements: another pointer, the other neighbor.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Arrays : Proposer {
 public:
  using Proposer::Proposer;

  /// `in[p]` for `out[p]`, where a kernel has both.
  void other_arrays();
  /// `u[p + 1]` for `u[p - 1]`, also in the brackets of a macro.
  void other_neighbors();

 private:
  std::size_t count(const Function& f, const std::string& text) const;
  /// A `+` or `-` before a step of one, and the access that it stands in.
  struct Step {
    std::size_t sign;
    Range expression;
  };
  std::string flipped(const Step& step) const;
  /// The access is there twice, and the other neighbor is not.
  bool is_twice(const Step& step) const;
  void flip(const Step& step);
};

}  // namespace warpgrade::remedy

// Changes to which array and which element is read: another pointer, the neighbor on the other
// side.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Arrays : Proposer {
 public:
  using Proposer::Proposer;

  /// Replaces `out[p]` by `in[p]`, if a kernel has both.
  void other_arrays();
  /// Replaces `u[p - 1]` by `u[p + 1]`, also in the arguments of a macro.
  void other_neighbors();
  /// Replaces `piece[t]`, after a loop that fills it from `x`, by `x[row]`.
  void after_the_pieces();
  /// Replaces 0 by 1 on the diagonal where `tile[y][x] = … ? … : 0` fills a tile beyond the matrix.
  void unit_beyond();

 private:
  std::size_t count(const Function& f, const std::string& text) const;
  /// A `+` or `-` before a 1, and the access that contains it.
  struct Step {
    std::size_t sign;
    Range expression;
  };
  std::string flipped(const Step& step) const;
  /// Whether the function contains the access twice, and not the one with the other sign.
  bool is_twice(const Step& step) const;
  void flip(const Step& step);
};

}  // namespace warpgrade::remedy

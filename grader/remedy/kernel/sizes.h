// Changes to which of a kernel's sizes and axes is used: `A[i * k + j]` for `A[i * n + j]`,
// `threadIdx.y` for `threadIdx.x`.
#pragma once

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Sizes : Proposer {
 public:
  using Proposer::Proposer;

  /// Another of the function's whole numbers, in subscripts, conditions and where loops end.
  void other_sizes();
  /// `out += rows * M` for `out += rows * N`, where M and N are constants.
  void other_steps();
  /// `b = B + j` and `b += n` for `b = B + j * k` and `b++`, and other numbers for n.
  void walks();
  /// y for x and x for y, in kernels that use both.
  void other_axes();

 private:
  std::size_t offset_in(const Statement& s) const;
  bool is_one_of(std::size_t token, const std::vector<std::string>& names) const;
  bool uses_y(const Function& f) const;
  /// `row`: as the length of a row.
  void all_others(std::size_t token, const std::vector<std::string>& names, Range expression,
                  bool row);
  void propose_replacement(std::size_t token, const std::string& other, Range expression, bool row);
};

}  // namespace warpgrade::remedy

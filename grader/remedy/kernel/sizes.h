// Changes to which of a kernel's sizes and axes is used: `A[i * k + j]` instead of `A[i * n + j]`,
// `threadIdx.y` instead of `threadIdx.x`.
#pragma once

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Sizes : Proposer {
 public:
  using Proposer::Proposer;

  /// Tries another integer of the function in subscripts, conditions and loop ends.
  void other_sizes();
  /// The same in the subscripts of this line alone, and in the values of the variables there.
  void other_sizes_near(int line);
  /// Replaces `r = id / m` and `id - r * m`, or `id % m`, by the same with n.
  void of_quotients(int line);
  /// Replaces `out += rows * N` by `out += rows * M`, if M and N are constants.
  void other_steps();
  /// Replaces `b = B + j * k` and `b++` by `b = B + j` and `b += n`, and tries other numbers for n.
  void walks();
  /// Exchanges x and y in kernels that use both.
  void other_axes();

 private:
  std::vector<std::string> list_sizes(const Function& f) const;
  void in_value(const Function& f, std::size_t name, const std::vector<std::string>& sizes);
  std::size_t offset_in(const Statement& s) const;
  bool is_one_of(std::size_t token, const std::vector<std::string>& names) const;
  bool uses_y(const Function& f) const;
  /// `row`: the size is the length of a row.
  void all_others(std::size_t token, const std::vector<std::string>& names, Range expression,
                  bool row);
  void propose_replacement(std::size_t token, const std::string& other, Range expression, bool row);
};

}  // namespace warpgrade::remedy

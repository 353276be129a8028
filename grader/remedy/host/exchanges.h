// What stands at each other's place in launches: the two sizes, sides of a grid, arguments.
#pragma once

#include <initializer_list>
#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Exchanges : Proposer {
 public:
  using Proposer::Proposer;

  /// Exchanges `<<<block, grid>>>`.
  void sizes();
  /// Exchanges the sides of `dim3 grid(y, x)`, and a kernel's arguments of one type.
  void arguments_and_axes();
  /// Exchanges neighboring arguments that are elements of one array: `k<<<…>>>(v[t % 2],
  /// v[(t + 1) % 2])`.
  void turns();

 private:
  bool is_named(Range size, std::initializer_list<const char*> parts) const;
  bool is_grid(const Function& f, Range size) const;
  bool is_block(const Function& f, Range size) const;
  void exchange(Range one, Range two, Range shown, Cause cause);
  void exchange_arguments(const Function& f, const Launch& launch);
  void exchange_axes(const Function& f);
  std::string divisor_in(Range expression) const;
  std::string with_other(Range expression, const std::string& old, const std::string& by) const;
};

}  // namespace warpgrade::remedy

// Changes to declarations: the type, or the initial value that the same name has elsewhere in the
// function.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Declarations : Proposer {
 public:
  using Proposer::Proposer;
  /// Initializes `col` like another `col` of the function, for example by `c0 + c * W`.
  void same_as_before();
  /// Replaces `int sum = 0` and `auto sum = 0` by `real sum = 0`, if elements are added to it.
  void sums_in_the_number_type();
  /// Replaces `real sum` by `real sum = 0` for the variable declared on line `line` and read on
  /// line `read`.
  void initialize_variable(const std::string& name, int line, int read);
  /// Replaces `inside ? u[i] : 0` with `bool inside = k < N - 1;` by `(k < N) ? u[i] : 0`: a
  /// condition that is right for stores may exclude elements that loads need.
  void wider_loads();
  /// Replaces `N / T` by `(N + T - 1) / T` in a constant declared outside of functions.
  void round_up_constants();

 private:
  struct Declared {
    std::size_t name;
    Range value;
  };
  /// Finds `T name = value;`, if each is a statement of its own.
  std::vector<Declared> declared(const Function& f) const;
  bool is_variable_of_zero(const Declared& d) const;
  std::string without_last(Range condition) const;
  bool is_used_as_whole_number(const Function& f, const Declared& d) const;
  void propose_number_type(const Function& f, const Declared& d);
};

}  // namespace warpgrade::remedy

// Changes to what names are given where they are declared: a type, or the value that the same name
// has elsewhere in the function.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Declarations : Proposer {
 public:
  using Proposer::Proposer;
  /// `col = c0 + c * W` where another `col` of the function is that.
  void same_as_before();
  /// `real sum = 0` for `int sum = 0` and `auto sum = 0`, to which elements are added.
  void sums_in_the_number_type();
  /// `real sum = 0` for `real sum`, of the variable that is declared in that line.
  /// It is read in line `read`.
  void initialize_variable(const std::string& name, int line, int read);
  /// `(k < N) ? u[i] : 0` for `inside ? u[i] : 0` with `bool inside = k < N - 1;`: what is right
  /// for stores leaves out what loads need.
  void wider_loads();
  /// `(N + T - 1) / T` for `N / T` of a constant that is declared outside of functions.
  void round_up_constants();

 private:
  struct Declared {
    std::size_t name;
    Range value;
  };
  /// `T name = value;`, each alone in its statement.
  std::vector<Declared> declared(const Function& f) const;
  bool is_variable_of_zero(const Declared& d) const;
  std::string without_last(Range condition) const;
  bool is_used_as_whole_number(const Function& f, const Declared& d) const;
  void propose_number_type(const Function& f, const Declared& d);
};

}  // namespace warpgrade::remedy

// Changes to the order of statements: two exchanged, or one moved after its loop.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Statements : Proposer {
 public:
  using Proposer::Proposer;

  /// Exchanges `a = b; c = a;` in device code.
  void exchange();
  /// Exchanges `swap(a, b);`, also in a loop of its own, with the statement before or after it that
  /// passes one of the two on, or that leaves the loop before it, in host code.
  void swaps_behind_uses();
  /// Exchanges `if (…) break; ++done;`.
  void counts_before_breaks();
  /// Adds `++done;` before a `break` out of `for (done = 0; …; ++done)`, which is returned.
  void counts_of_loops_before_breaks();
  /// `continue` in place of `break` in kernels.
  void continue_for_break();
  /// Lets `*info = k;` in a branch run only while it is 0.
  void only_the_first();
  /// Moves `sum -= x;` after the loop that contains it.
  void behind_loops();

 private:
  bool assigns(const Statement& s, std::string& name) const;
  bool is_swap(const Statement& s) const;
  bool returns(const Function& f, const std::string& name) const;
  bool declared_between(std::size_t begin, const Statement& s) const;
};

}  // namespace warpgrade::remedy

// Changes to where statements stand: two in the other order, one behind its loop.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Statements : Proposer {
 public:
  using Proposer::Proposer;

  /// `a = b; c = a;` in device code the other way round.
  void exchange();
  /// `*info = k;` in a branch, only as long as it is 0.
  void only_the_first();
  /// `sum -= x;` once, after the loop that it stands in.
  void behind_loops();

 private:
  bool assigns(const Statement& s, std::string& name) const;
  bool declared_between(std::size_t begin, const Statement& s) const;
};

}  // namespace warpgrade::remedy

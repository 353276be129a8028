// Double buffers: which of the two is used, `buf` or `buf ^ 1`, `t % 2` or `(t + 1) % 2`.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Slots : Proposer {
 public:
  using Proposer::Proposer;

  /// Replaces the number of a buffer by the other one, where it initializes a variable or is given
  /// to a function.
  void given();
  /// Replaces `done % 2 == 1` by `done % 2 == 0`, and the other way round, in host code; and a
  /// parameter that limits the rounds by what counts those made.
  void parities();
  /// Replaces it in subscripts: in all arrays that are read with it, then in each.
  void in_subscripts();

 private:
  struct Slot {
    Range range;
    std::string other;
  };

  std::vector<Slot> list_slots(const Function& f) const;
  std::set<std::string> toggled_names(const Function& f) const;
  std::set<std::string> counters(const Function& f) const;
  bool is_toggle(const Function& f, std::size_t token) const;
  void put(const Function& f, const std::vector<Slot>& all);
};

}  // namespace warpgrade::remedy

// Threads that return while others still need them at a barrier. Removes the return and guards the
// thread's loads and stores, so that all threads reach the following barriers.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class EarlyReturn : Proposer {
 public:
  using Proposer::Proposer;

  /// Handles all device functions that synchronize or exchange values after a return.
  void stay_and_guard();

 private:
  /// `if (row >= m || col >= n) return;` and the conditions of the remaining threads: `row < m`,
  /// `col < n`.
  struct Leaving {
    std::size_t returns = 0;         // the token
    std::size_t begin = 0, end = 0;  // the statement
    std::vector<std::string> keeps;
    std::vector<std::vector<std::string>> names;  // names used in each condition
  };
  /// Which loads get a guard; stores always do.
  enum class Loads { of_none, that_use_the_names, all };

  std::vector<Leaving> leavings(const Function& f) const;
  bool keep(Leaving& leaving, Range condition) const;
  bool waits_behind(const Function& f, std::size_t token) const;
  void propose_for(const Function& f, const Leaving& leaving, Loads loads);
  struct Edits {
    std::vector<Insertion> insertions;
    std::vector<Remedy> remedies;
  };
  void guard_loads(const Function& f, const Leaving& leaving, const Statement& s, Loads which,
                   Edits& edits) const;
  Range stored_value(const Statement& s) const;
  bool is_guarded(const Statement& s, const std::string& guard) const;
  bool hands_on_by_shuffles(const Function& f, std::size_t token) const;
  std::string make_guard(const Leaving& leaving, Range subscript, Loads which) const;
  bool is_array(const Function& f, std::size_t token) const;
  Range place_of_pointer(const Function& f, std::size_t token) const;
};

}  // namespace warpgrade::remedy

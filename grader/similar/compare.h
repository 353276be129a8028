// Where two programs are alike, and how much of each that is.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "similar/given.h"

namespace warpgrade::similar {

/// Tokens first_a … and first_b …, `length` of them, that match. `counted`: those that stand in a
/// run of k that is evidence.
struct Match {
  std::size_t first_a, first_b, length, counted;
};

struct Comparison {
  std::vector<Match> matches;          // in the order of a
  std::size_t own_a = 0, own_b = 0;    // tokens that were not given
  std::size_t counted = 0;             // of all matches
  std::size_t longest = 0;             // match, by its counted tokens

  double share_a() const { return own_a == 0 ? 0 : static_cast<double>(counted) / static_cast<double>(own_a); }
  double share_b() const { return own_b == 0 ? 0 : static_cast<double>(counted) / static_cast<double>(own_b); }
};

/// The longest matches first, then what is left: no token is in two of them (greedy string tiling:
/// M. J. Wise, "YAP3", SIGCSE 1996). None is shorter than lengths.shortest(), in counted tokens.
/// `counts` says which grams are evidence; all others only join what is beside them.
Comparison compare_programs(const Program& a, const Program& b, const Lengths& lengths,
                            const std::function<bool(Gram)>& counts);

/// What makes a pair worth a look. docs/similarity.md says from which measurements.
struct Thresholds {
  double share = 0.45;       // of the own tokens of the one that has fewer
  std::size_t counted = 60;  // and at least so many of them
  std::size_t longest = 80;  // or one match of so many
};

bool is_told(const Comparison& comparison, const Thresholds& thresholds = {});

}  // namespace warpgrade::similar

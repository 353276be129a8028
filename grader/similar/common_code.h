// Where two programs are alike, and how much of each that is.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "similar/given.h"

namespace warpgrade::similar {

/// Tokens first_a … and first_b …, `length` of them, that match. `counted`: those that were not
/// given and stand in a run of k that is evidence; the first and the last one are among them.
struct Match {
  std::size_t first_a, first_b, length, counted;
};

struct Comparison {
  std::vector<Match> matches;        // in the order of a
  std::size_t own_a = 0, own_b = 0;  // tokens that were not given
  std::size_t counted = 0;           // of all matches
  std::size_t longest = 0;           // match, by its counted tokens

  double share_a() const {
    return own_a == 0 ? 0 : static_cast<double>(counted) / static_cast<double>(own_a);
  }
  double share_b() const {
    return own_b == 0 ? 0 : static_cast<double>(counted) / static_cast<double>(own_b);
  }
};

/// Where the grams of a program stand, for one that is compared with many.
class GramIndex {
 public:
  explicit GramIndex(const std::vector<Gram>& grams);

  struct Occurrence {
    Gram gram;
    std::size_t at;
  };
  using Iterator = std::vector<Occurrence>::const_iterator;
  /// The first ones, by place: a program that repeats itself must not take time by the square of
  /// its length.
  std::pair<Iterator, Iterator> find(Gram gram) const;

 private:
  std::vector<Occurrence> occurrences_;  // by gram, then by place
  std::vector<bool> may_hold_;           // by the gram's lowest bits: most are told apart here
};

/// The longest matches first, then what is left: no token is in two of them (greedy string tiling:
/// M. J. Wise, "YAP3", SIGCSE 1996). None is shorter than lengths.shortest(), in counted tokens.
/// `counts` says which grams are evidence; all others only join what is beside them.
Comparison compare_programs(const Program& a, const GramIndex& index_of_a, const Program& b,
                            const Lengths& lengths, const std::function<bool(Gram)>& counts);

/// What makes a pair worth a look. docs/similarity.md says from which measurements.
struct Thresholds {
  double share = 0.5;         // of the own tokens of the one that has fewer
  std::size_t counted = 60;   // and at least so many of them
  std::size_t longest = 100;  // or one match of so many
};

bool is_told(const Comparison& comparison, const Thresholds& thresholds = {});

}  // namespace warpgrade::similar

// Compares two programs: where they are similar, and to which extent.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "similar/given_code.h"

namespace warpgrade::similar {

/// Matching tokens first_a … and first_b …, `length` of them. `counted`: those that were not given
/// and are in a run of k that counts as evidence, including the first and the last.
struct Match {
  std::size_t first_a, first_b, length, counted;
};

struct Comparison {
  std::vector<Match> matches;        // in the order of a
  std::size_t own_a = 0, own_b = 0;  // tokens that were not given
  std::size_t counted = 0;           // of all matches
  std::size_t longest = 0;           // the longest match, by counted tokens

  double share_a() const {
    return own_a == 0 ? 0 : static_cast<double>(counted) / static_cast<double>(own_a);
  }
  double share_b() const {
    return own_b == 0 ? 0 : static_cast<double>(counted) / static_cast<double>(own_b);
  }
};

/// An index of a program's grams, for a program that is compared with many.
class GramIndex {
 public:
  explicit GramIndex(const std::vector<Gram>& grams);

  struct Occurrence {
    Gram gram;
    std::size_t at;
  };
  using Iterator = std::vector<Occurrence>::const_iterator;
  /// Only the first occurrences, by place, so that a repetitive program does not take quadratic
  /// time.
  std::pair<Iterator, Iterator> find(Gram gram) const;

 private:
  std::vector<Occurrence> occurrences_;  // by gram, then by place
  std::vector<bool> may_hold_;           // a filter by the gram's lowest bits
};

/// Longest matches first; no token is in two of them (greedy string tiling: M. J. Wise, "YAP3",
/// SIGCSE 1996). None has fewer counted tokens than lengths.shortest(). `counts`: whether a gram is
/// evidence; other grams only extend a match.
Comparison compare_programs(const Program& a, const GramIndex& index_of_a, const Program& b,
                            const Lengths& lengths, const std::function<bool(Gram)>& counts);

/// When to report a pair. docs/similarity.md has the measurements.
struct Thresholds {
  double share = 0.5;         // of the own tokens of the program that has fewer
  std::size_t counted = 60;   // and at least this many of them
  std::size_t longest = 100;  // or one match of this many
};

bool is_reported(const Comparison& comparison, const Thresholds& thresholds = {});

}  // namespace warpgrade::similar

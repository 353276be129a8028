// Code that every student was given.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "similar/grams.h"
#include "similar/tokens.h"

namespace warpgrade::similar {

/// Lengths of runs of tokens. docs/similarity.md has the measurements.
struct Lengths {
  std::size_t k = 12;        // tokens of one gram
  std::size_t window = 9;    // grams from which one fingerprint is selected
  std::size_t k_given = 10;  // tokens of a given run; shorter, so more counts as given

  /// Similar runs of this length are always found; shorter ones are not reported.
  std::size_t shortest() const { return k + window - 1; }
};

/// A program prepared for comparison.
struct Program {
  Tokens tokens;
  std::vector<char> is_own;  // for each token: 1 if it was not given
  std::vector<Gram> grams;   // the gram beginning at each token
  std::size_t own = 0;       // tokens that were not given
};

/// The skeleton of a lab, its header, and other code that was handed out.
class GivenCode {
 public:
  explicit GivenCode(const Lengths& lengths) : lengths_(lengths) {}

  void add(std::string_view text);

  /// The program of these tokens, with all runs of k_given given tokens marked. They are not
  /// removed, so the student's code around them stays connected.
  Program program(Tokens tokens) const;

  /// True if this gram of k tokens was given completely.
  bool holds(Gram gram) const;

  const Lengths& lengths() const { return lengths_; }

 private:
  Lengths lengths_;
  std::vector<Gram> short_, whole_;  // of k_given and of k tokens, sorted
};

}  // namespace warpgrade::similar

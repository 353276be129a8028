// What everybody was given, and so copied from nobody.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "similar/grams.h"
#include "similar/tokens.h"

namespace warpgrade::similar {

/// How long runs of tokens are. docs/similarity.md says from which measurements.
struct Lengths {
  std::size_t k = 12;        // of one gram
  std::size_t window = 9;    // of grams, of which one is a fingerprint
  std::size_t k_given = 10;  // of what is taken for given: in doubt, more

  /// What is alike for so long is found, and nothing shorter is told.
  std::size_t shortest() const { return k + window - 1; }
};

/// A program, made ready to be compared.
struct Program {
  Tokens tokens;
  std::vector<char> is_own;  // of each token: 1 where it was not given
  std::vector<Gram> grams;   // beginning at each token
  std::size_t own = 0;       // tokens that were not given
};

/// The skeleton of a lab, its header, and whatever else was handed out.
class Given {
 public:
  explicit Given(const Lengths& lengths) : lengths_(lengths) {}

  void add(std::string_view text);

  /// The program of these tokens, in which all runs of k_given tokens that were given are marked.
  /// They are not cut out: what a student wrote around them hangs together.
  Program program(Tokens tokens) const;

  /// Is this gram, of k tokens, given as a whole?
  bool holds(Gram gram) const;

  const Lengths& lengths() const { return lengths_; }

 private:
  Lengths lengths_;
  std::vector<Gram> short_, whole_;  // of k_given and of k tokens, sorted
};

}  // namespace warpgrade::similar

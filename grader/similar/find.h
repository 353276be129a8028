// Finds the similar pairs of a class.
//
// Theory of operation: every hand-in becomes a stream of tokens (tokens.h) in which given code is
// marked (given.h). Runs of k tokens that many students have are common knowledge, not evidence.
// Winnowing selects fingerprints of the other runs (grams.h). Students with common fingerprints,
// found in an index, are compared token by token (common_code.h). The time depends on the number of
// similar pairs, not of all pairs.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "similar/common_code.h"
#include "similar/given_code.h"
#include "similar/hand_in.h"

namespace warpgrade::similar {

struct Rules {
  Thresholds thresholds;
  std::size_t common = 0;  // code of more students is common knowledge; 0: ten, or a tenth of them
};

/// A range of lines in one file, counted from 1.
struct Place {
  std::size_t file = 0;  // index into the hand-in's sources
  std::size_t first = 0, last = 0;
};

/// A similar region of both, by lines.
struct Region {
  Place a, b;
  std::size_t tokens = 0;  // counted tokens
};

/// Two hand-ins, by index. Of two students, only the most similar attempts.
struct Pair {
  std::size_t a = 0, b = 0;
  std::size_t own_a = 0, own_b = 0;  // tokens that were not given
  std::size_t alike = 0;             // matched tokens of each
  std::size_t longest = 0;
  std::vector<Region> regions;  // in the order of a

  double share_a() const;
  double share_b() const;
};

struct Found {
  std::size_t students = 0, programs = 0;           // programs: distinct files
  std::size_t common = 0;                           // code of more students is common knowledge
  std::size_t common_runs = 0;                      // runs of k tokens that are common knowledge
  std::vector<Pair> pairs;                          // the most similar first
  std::vector<std::vector<std::size_t>> identical;  // hand-ins of several students
  std::vector<std::vector<std::string>> clusters;   // three students or more, linked by these
  std::vector<std::string> left_out;                // "STUDENT: FILE", too large
};

/// Compares all students' attempts at one lab, but no student with themselves or their group, and
/// no two hand-ins of other years. `sources` reads a hand-in's files.
Found find_similar(const std::vector<HandIn>& hand_ins, const GivenCode& given, const Rules& rules,
                   const std::function<std::vector<SourceFile>(std::size_t)>& sources);

}  // namespace warpgrade::similar

// The pairs of a class that are alike.
//
// Theory of operation: every hand-in becomes a stream of tokens (tokens.h), in which all that was
// given is marked (given.h). Runs of k tokens that many students have are common knowledge: no
// evidence. Of the others, winnowing selects fingerprints (grams.h); students who have some in
// common, found in an index, are compared token by token (common_code.h). Time goes with the number
// of pairs that are alike, not with all there are.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "similar/common_code.h"
#include "similar/given.h"
#include "similar/hand_in.h"

namespace warpgrade::similar {

struct Rules {
  Thresholds thresholds;
  std::size_t common = 0;  // more students than that: common knowledge; 0: ten, or a tenth of them
};

/// Lines of one file, from 1.
struct Place {
  std::size_t file = 0;  // which of the hand-in's sources
  std::size_t first = 0, last = 0;
};

/// The same in both, by lines.
struct Region {
  Place a, b;
  std::size_t tokens = 0;  // that count
};

/// Two hand-ins, by their numbers; of two students only the attempts that are most alike.
struct Pair {
  std::size_t a = 0, b = 0;
  std::size_t own_a = 0, own_b = 0;  // tokens that were not given
  std::size_t alike = 0;             // of each
  std::size_t longest = 0;
  std::vector<Region> regions;  // in the order of a

  double share_a() const;
  double share_b() const;
};

struct Found {
  std::size_t students = 0, programs = 0;           // programs: different files
  std::size_t common = 0;                           // more students than that: common knowledge
  std::size_t common_runs = 0;                      // of k tokens, that are
  std::vector<Pair> pairs;                          // those most alike first
  std::vector<std::vector<std::size_t>> identical;  // hand-ins of several students
  std::vector<std::vector<std::string>> clusters;   // three students or more, linked by these
  std::vector<std::string> left_out;                // "STUDENT: FILE", too large
};

/// Compares all students' attempts at one lab; never a student with himself or his group, and of
/// other years' hand-ins never two. `sources` reads a hand-in's files.
Found find_similar(const std::vector<HandIn>& hand_ins, const Given& given, const Rules& rules,
                   const std::function<std::vector<SourceFile>(std::size_t)>& sources);

}  // namespace warpgrade::similar

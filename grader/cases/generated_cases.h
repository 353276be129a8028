// Problems and truths that are made once for all who ask for them: the calls of a grade and its
// check, or, in a batch, the grades of everybody.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>

#include "lab/problem.h"
#include "model/exercise.h"

namespace warpgrade {

struct GeneratedCase {
  Problem problem;
  Truth truth;
};

/// An answer of zeros is right: a case with these values does not show that anything was computed.
bool zeros_are_right(const Truth& truth);

/// What the numbers of the case's values begin with.
std::uint64_t seed_of(const Lab& lab, const Case& c, std::uint64_t seed, std::uint64_t draw);

/// The case's values: the same for the same seed, and others of the same sizes for each `draw`.
GeneratedCase generate(const Exercise& exercise, const Task& task, const Case& c,
                       std::uint64_t draw);

/// The problems of one exercise with their truths, kept while there is room. Several threads may
/// ask.
class GeneratedCases {
 public:
  /// Keeps what has `largest` bytes at most, `most` in all.
  GeneratedCases(std::size_t largest, std::size_t most) : largest_(largest), most_(most) {}

  std::shared_ptr<const GeneratedCase> get(const Exercise& exercise, const Task& task,
                                           const Case& c, std::uint64_t draw);

  /// Whether it is there already.
  bool keeps(const Task& task, const Case& c, std::uint64_t draw);

  /// The work of a case, which depends on its sizes alone: generated it is only if it never was.
  Work work(const Exercise& exercise, const Task& task, const Case& c);

 private:
  using Key = std::tuple<std::string, std::string, std::uint64_t>;  // task, case, draw
  const std::size_t largest_, most_;
  std::size_t bytes_ = 0;
  std::mutex mutex_;
  std::map<Key, std::shared_ptr<const GeneratedCase>> kept_;
  std::map<std::pair<std::string, std::string>, Work> works_;  // by task and case
};

}  // namespace warpgrade

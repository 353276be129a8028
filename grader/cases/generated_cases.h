// Problems and truths, generated once and shared: by a grade's calls and its check, or by all
// grades of a batch.
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

/// Whether an answer of zeros is right: then passing the case does not prove that anything was
/// computed.
bool zeros_are_right(const GeneratedCase& generated);

/// The seed of the case's values.
std::uint64_t case_seed(const Lab& lab, const Case& c, std::uint64_t seed, std::uint64_t draw);

/// Generates the case's values: equal for equal seeds. Another `draw` gives other values of the
/// same sizes.
Problem generate_problem(const Exercise& exercise, const Task& task, const Case& c,
                         std::uint64_t draw);

/// The reference's answer to it.
Truth solve(const Exercise& exercise, const Task& task, const Problem& problem);

/// Both.
GeneratedCase generate(const Exercise& exercise, const Task& task, const Case& c,
                       std::uint64_t draw);

/// The problems of one exercise and their truths, cached while there is room. Thread-safe.
class GeneratedCases {
 public:
  /// Keeps problems of at most `largest` bytes, `most` bytes in all.
  GeneratedCases(std::size_t largest, std::size_t most) : largest_(largest), most_(most) {}

  std::shared_ptr<const GeneratedCase> get(const Exercise& exercise, const Task& task,
                                           const Case& c, std::uint64_t draw);

  /// Whether the case's problem is in the cache.
  bool keeps(const Task& task, const Case& c, std::uint64_t draw);

  /// The work of a case, which depends only on its sizes.
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

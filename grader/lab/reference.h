// The interface of labs/<lab>/reference.cpp: inputs, expected results and work.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "lab/manifest.h"
#include "lab/problem.h"
#include "lab/real.h"

namespace warpgrade {

class Reference {
 public:
  virtual ~Reference() = default;

  /// The kinds of input that a case may have in "input".
  virtual std::vector<std::string> input_kinds() const = 0;

  /// The arguments of one call. The framework then rounds arrays and reals to `real`, so that
  /// expected results are computed from the student's inputs. Data files of the lab
  /// (lab/problem_file.h) never get here; c.data is a file that begins with a number, and only if
  /// reads_files().
  virtual Problem generate(const Case& c, Real real, Random& random) const = 0;

  /// True if generate() reads data files of its own format, which begin with a number.
  virtual bool reads_files() const { return false; }

  /// The expected results in double, with the bound from the tolerance (see Tolerance); without a
  /// bound, results must be equal.
  virtual Truth solve(const Problem& problem, const Task& task, Real real,
                      const Tolerance& tolerance) const = 0;

  virtual Work work(const Problem& problem, Real real) const = 0;

  /// A sentence about the answer for the report, or "": how good a right one is ("largest residual
  /// 0.35"), or why one is wrong. `found`: the output arrays as returned.
  virtual std::string remark(const Problem& /*problem*/, const std::vector<Array>& /*found*/,
                             bool /*right*/) const {
    return {};
  }
};

/// solve(), completed: each output has its array's type, and bounds of 0 where the reference gives
/// none. Throws GraderError if an output's type cannot hold an expected value.
Truth solved(const Reference& reference, const Problem& problem, const Task& task, Real real,
             const Tolerance& tolerance);

/// The reference of that lab. Throws GraderError if no reference.cpp registered it.
const Reference& find_reference(const std::string& lab);

/// Called by WARPGRADE_REFERENCE before main.
bool register_reference(const std::string& lab, std::unique_ptr<Reference> reference);

}  // namespace warpgrade

/// Registers a reference class for a lab: one line at the end of labs/<lab>/reference.cpp.
#define WARPGRADE_REFERENCE(lab, Class)                     \
  [[maybe_unused]] static const bool reference_registered = \
      ::warpgrade::register_reference(lab, std::make_unique<Class>())

// What a lab's author writes in labs/<lab>/reference.cpp: inputs, truth and work count.
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

  /// The kinds of input that a case may name in "input".
  virtual std::vector<std::string> input_kinds() const = 0;

  /// Arguments for one call. The framework rounds array values and reals to `real` afterwards, so
  /// truth is computed from what the student's function really gets. A data file of the lab
  /// (lab/problem_file.h) never gets here; c.data is a file that begins with a number, and only
  /// when reads_files().
  virtual Problem generate(const Case& c, Real real, Random& random) const = 0;

  /// Whether generate() opens data files of a format of its own, which begin with a number.
  virtual bool reads_files() const { return false; }

  /// What is right, in double, with the bound that the tolerance gives (see Tolerance).
  virtual Truth solve(const Problem& problem, const Task& task, Real real,
                      const Tolerance& tolerance) const = 0;

  virtual Work work(const Problem& problem, Real real) const = 0;

  /// A sentence on the answer that helps to read the report ("largest residual 0.35"), or "".
  /// `found` holds the output arrays as they came back.
  virtual std::string remark(const Problem& /*problem*/,
                             const std::vector<Array>& /*found*/) const {
    return {};
  }
};

/// The reference of that lab. Throws GraderError when no reference.cpp registered it.
const Reference& reference_of(const std::string& lab);

/// Called by WARPGRADE_REFERENCE before main.
bool register_reference(const std::string& lab, std::unique_ptr<Reference> reference);

}  // namespace warpgrade

/// Registers a reference class for a lab: one line at the end of labs/<lab>/reference.cpp.
#define WARPGRADE_REFERENCE(lab, Class)                     \
  [[maybe_unused]] static const bool reference_registered = \
      ::warpgrade::register_reference(lab, std::make_unique<Class>())

// What a lab's author writes in labs/<lab>/oracle.cpp: inputs, truth and work count.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "lab/manifest.h"
#include "lab/problem.h"
#include "lab/real.h"

namespace warpgrade {

class Oracle {
 public:
  virtual ~Oracle() = default;

  /// The kinds of input that a case may name in "input".
  virtual std::vector<std::string> input_kinds() const = 0;

  /// Arguments for one call. The framework rounds array values and reals to `real` afterwards, so
  /// truth is computed from what the student's function really gets. A data file of the lab
  /// (lab/problem_file.h) never gets here; c.data is a file that begins with a number, and only
  /// when reads_files().
  virtual Problem pose(const Case& c, Real real, Random& random) const = 0;

  /// Whether pose() opens data files of a format of its own, which begin with a number.
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

/// The oracle of that lab. Throws GraderError when no oracle.cpp registered it.
const Oracle& oracle_of(const std::string& lab);

/// Called by WARPGRADE_ORACLE before main.
bool register_oracle(const std::string& lab, std::unique_ptr<Oracle> oracle);

}  // namespace warpgrade

/// Registers an oracle class for a lab: one line at the end of labs/<lab>/oracle.cpp.
#define WARPGRADE_ORACLE(lab, Class)                     \
  [[maybe_unused]] static const bool oracle_registered = \
      ::warpgrade::register_oracle(lab, std::make_unique<Class>())

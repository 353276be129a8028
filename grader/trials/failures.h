// What is wrong in a trial.
#pragma once

#include <algorithm>
#include <set>
#include <string>

#include "causes/remedy.h"
#include "findings/finding.h"

namespace warpgrade {

/// Names of findings and cases, and `stopped` if not all cases ran.
using Failures = std::set<std::string>;

inline const std::string stopped = "stopped";

inline std::string finding_key(const Finding& f) {
  return f.kind + " " + f.file + ":" + std::to_string(f.line);
}
/// Whether advice shows that a change is no fix although the values are right: it lets all blocks
/// do the work of one, or puts a barrier where only some threads of the block arrive. `known`: what
/// the grade had found.
bool makes_no_fix(const Finding& advice, const Failures& known);

inline std::string case_key(const std::string& name) { return "case " + name; }

inline bool is_finding(const std::string& wrong) { return !is_case(wrong) && wrong != stopped; }
inline bool has_findings(const Failures& wrong) {
  return std::any_of(wrong.begin(), wrong.end(), is_finding);
}

/// Whether a change that leaves these failures should be reported. One that leaves wrong values or
/// adds something new probably helps by chance. But if an error is gone and most of the wrong cases
/// are right, only another mistake is left.
bool helps(const Failures& before, const Failures& left);

}  // namespace warpgrade

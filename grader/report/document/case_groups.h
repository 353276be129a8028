// Groups failing cases with the same text.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"

namespace warpgrade {

struct CaseGroup {
  Verdict verdict;
  Causes detail;
  std::string reproduce;           // of the first case
  std::vector<std::string> names;  // in the order of the cases; the first one with its sizes
};

/// The name of a hidden case in reports.
std::string hidden_name(const CaseResult& c);

/// The cases that the student has to fix, grouped by verdict and detail, in order of appearance.
std::vector<CaseGroup> failing_groups(const TaskResult& task);

/// The cases that were not checked, and why, if the check's verdict does not say so.
Causes left_unchecked(const CheckResult& check);

/// "33x65x31, 17x17x17 and 5 more".
std::string listed(const std::vector<std::string>& names, std::size_t at_most);

}  // namespace warpgrade

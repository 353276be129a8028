// Failing cases that say the same, told once.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"

namespace warpgrade {

struct CaseGroup {
  Verdict verdict;
  Causes detail;
  std::string reproduce;           // of the first case
  std::vector<std::string> names;  // in the order of the cases; the first of all with its sizes
};

/// The cases that are the student's to fix, grouped by verdict and detail, in order of appearance.
std::vector<CaseGroup> failing_groups(const TaskResult& task);

/// Which cases the check did not look at, and why, where its verdict does not say that already.
Causes left_unchecked(const CheckResult& check);

/// "33x65x31, 17x17x17 and 5 more".
std::string listed(const std::vector<std::string>& names, std::size_t at_most);

}  // namespace warpgrade

// The findings and costs of all checked calls of a task, told once each and with their lines.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "findings/costs.h"
#include "findings/finding.h"
#include "memcheck/check_report.h"

namespace warpgrade {

/// What one checked call told.
struct CheckedCall {
  std::string case_name;
  bool hidden = false;
  double flops = 0;  // of the case
  double bytes = 0;  // the least that it must move
  CheckReport report;
};

/// Turns addresses into lines; every one that is asked for is in the answer.
using FindLines =
    std::function<std::map<std::uint64_t, SourceLine>(const std::set<std::uint64_t>& addresses)>;

struct CheckSummary {
  std::vector<Finding> findings;
  std::vector<KernelCosts> metrics;
};

/// Findings of one kind at one place, with one other place, become one: the counts added up, the
/// first message kept. What hidden cases add to a finding of others is left out: not even its count
/// tells of them. Errors come before advice, each by file and line, those without a place last.
/// Each kernel's costs are those of the case with the most work in which it ran, hidden ones only
/// where all cases are; its lines are in the order of the source.
CheckSummary summarise(const std::vector<CheckedCall>& calls, const FindLines& find_lines);

}  // namespace warpgrade

// Merges the findings and costs of all checked calls of a task, with their source lines.
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

/// The report of one checked call.
struct CheckedCall {
  std::string case_name;
  bool hidden = false;
  double flops = 0;  // of the case
  double bytes = 0;  // its minimum traffic
  CheckReport report;
};

/// Turns addresses into lines. The result contains every requested address.
using FindLines =
    std::function<std::map<std::uint64_t, SourceLine>(const std::set<std::uint64_t>& addresses)>;

/// The text of a file of the submission.
using FileText = std::function<std::string(const std::string& file)>;

struct CheckSummary {
  std::vector<Finding> findings;
  std::vector<KernelCosts> metrics;
};

/// Findings of one kind at the same pair of places are merged: counts are added, the first message
/// is kept. What hidden cases add to a visible finding is left out, even from its count. Errors
/// come before advice, each by file and line, those without a place last. A kernel's costs are
/// those of the case with the most work in which it ran (hidden ones only if all are); its lines
/// are in source order. With `file_text`, accesses to members of vectors count as nvcc makes them,
/// and findings name variables that the engine does not know.
CheckSummary summarise(const std::vector<CheckedCall>& calls, const FindLines& find_lines,
                       const FileText& file_text = {});

}  // namespace warpgrade

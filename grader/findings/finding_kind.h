// The kinds of findings of the check, and what an error of each kind means for a task. The table
// for readers is docs/findings.md.
#pragma once

#include <string_view>

#include "findings/verdict.h"

namespace warpgrade {

/// The kind of a call that does not end, at the loop that it does not leave.
inline constexpr const char* endless_loop = "endless-loop";

struct FindingKind {
  std::string_view name;
  Verdict in_kernel;  // what an error of this kind makes of the task
  Verdict in_host_code;
  /// Why right values are no excuse: what will be different elsewhere.
  std::string_view elsewhere;
};

/// The kind of that name; null for one that decides no verdict (advice on speed, unsupported).
const FindingKind* finding_kind(std::string_view name);

}  // namespace warpgrade

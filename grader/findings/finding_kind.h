// The kinds of findings of the check, and the verdict that an error of each kind leads to.
// docs/findings.md has the table for readers.
#pragma once

#include <string_view>

#include "findings/verdict.h"

namespace warpgrade {

/// The kind of a call that does not end, at its endless loop.
inline constexpr const char* endless_loop = "endless-loop";

struct FindingKind {
  std::string_view name;
  Verdict in_kernel;  // the task's verdict for an error of this kind
  Verdict in_host_code;
  /// Why correct values do not excuse the error: how another run or device may differ.
  std::string_view elsewhere;
};

/// The kind with that name; null for kinds without a verdict (advice on speed, unsupported).
const FindingKind* finding_kind(std::string_view name);

}  // namespace warpgrade

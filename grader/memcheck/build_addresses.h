// Addresses of several executables in one number each, and their lines.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "memcheck/check_report.h"
#include "toolchain/build.h"
#include "toolchain/compiler_text.h"

namespace warpgrade {

/// Above the 47 bits that a process has stands which of the builds an address is of.
class BuildAddresses {
 public:
  explicit BuildAddresses(const Toolchain& toolchain) : toolchain_(toolchain) {}

  /// Marks those of the report of a call in `build`, which outlives this.
  void tag(CheckReport& report, const Build& build);

  /// The line of each.
  std::map<std::uint64_t, SourceLine> find_lines(const std::set<std::uint64_t>& tagged) const;

 private:
  const Toolchain& toolchain_;
  std::vector<const Build*> builds_;
};

}  // namespace warpgrade

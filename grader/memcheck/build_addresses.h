// Encodes addresses of several executables in one number each, and finds their lines.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "memcheck/check_report.h"
#include "toolchain/build.h"
#include "toolchain/compiler_text.h"

namespace warpgrade {

/// The bits above the 47 of a process's addresses hold the number of the build.
class BuildAddresses {
 public:
  explicit BuildAddresses(const Toolchain& toolchain) : toolchain_(toolchain) {}

  /// Marks the addresses in the report of a call in `build`, which must outlive this.
  void tag(CheckReport& report, const Build& build);

  /// The source line of each address.
  std::map<std::uint64_t, SourceLine> find_lines(const std::set<std::uint64_t>& tagged) const;

 private:
  const Toolchain& toolchain_;
  std::vector<const Build*> builds_;
};

}  // namespace warpgrade

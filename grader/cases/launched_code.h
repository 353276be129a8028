// The kernels that a call on the CPU engine launched, identified by the symbols of their code:
// whole mangled names, which distinguish template instances and are the same in builds with and
// without the check.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "model/result.h"
#include "runner/protocol.h"
#include "toolchain/build.h"

namespace warpgrade {

/// Reads the symbols of each build once.
class CodeSymbols {
 public:
  /// Adds the kernels that `reply` reports for a call in `build`, which must outlive this. Throws
  /// GraderError if the build's program cannot be read.
  void add(const protocol::Reply& reply, const Build& build, LaunchedKernels& to);

 private:
  using Symbols = std::map<std::uint64_t, std::set<std::string>>;  // by address
  std::map<const Build*, Symbols> builds_;
};

}  // namespace warpgrade

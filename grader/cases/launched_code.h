// Which kernels a call on the CPU engine launched, by the symbols of their code: whole mangled
// names, which tell instances of a template apart and are the same in the builds with and without
// the check.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "model/result.h"
#include "runner/protocol.h"
#include "toolchain/build.h"

namespace warpgrade {

/// Reads symbols of each build once.
class CodeSymbols {
 public:
  /// Adds what `reply` says of a call in `build`, which outlives this. Throws GraderError where the
  /// build's program cannot be read.
  void add(const protocol::Reply& reply, const Build& build, LaunchedKernels& to);

 private:
  using Symbols = std::map<std::uint64_t, std::set<std::string>>;  // by address
  std::map<const Build*, Symbols> builds_;
};

}  // namespace warpgrade

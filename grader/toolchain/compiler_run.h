// One run of a compiler: how long it may take, and how it ended. Whose fault a bad end is, is for
// fair_build.h; but that it was given too little of a busy machine is ours.
#pragma once

#include <filesystem>
#include <string>

#include "sandbox/sandbox.h"
#include "toolchain/compiler_end.h"

namespace warpgrade {

struct CompilerLimits {
  double cpu_seconds = 60;    // of the compiler and all that it starts
  double wall_seconds = 600;  // from its start: how long a busy machine may make of that
  double stall_seconds = 30;  // with hardly any processor time: it waits for what does not come
};

struct CompilerRun {
  CompilerEnd end = CompilerEnd::made;
  std::string output;  // the compiler's, cleaned; for one that was stopped, why
  bool succeeded() const { return end == CompilerEnd::made; }
};

/// Waits until there is room for one more compiler (compiler_slots.h), and runs it. `out`: where it
/// writes. Throws GraderError when it cannot be started, or the machine has no time or disk for it.
CompilerRun run_compiler(const Sandbox& sandbox, const Command& command,
                         const std::filesystem::path& out);

}  // namespace warpgrade

// One run of a compiler: its limits and its end. fair_build.h decides whose fault a failure is,
// except that too little time on a busy machine is never the submission's.
#pragma once

#include <filesystem>
#include <string>

#include "sandbox/sandbox.h"
#include "toolchain/compiler_end.h"

namespace warpgrade {

struct CompilerLimits {
  double cpu_seconds = 60;    // including its child processes
  double wall_seconds = 600;  // from its start, generous for busy machines
  double stall_seconds = 30;  // longest time with hardly any CPU time
};

struct CompilerRun {
  CompilerEnd end = CompilerEnd::made;
  std::string output;  // its output, cleaned; or why it was stopped
  bool succeeded() const { return end == CompilerEnd::made; }
};

/// Waits for a free slot (compiler_slots.h) and runs the compiler. `out`: its output folder. Throws
/// GraderError if it cannot be started, or the machine lacks time or disk space.
CompilerRun run_compiler(const Sandbox& sandbox, const Command& command,
                         const std::filesystem::path& out);

}  // namespace warpgrade

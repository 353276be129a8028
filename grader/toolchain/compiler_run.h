// One run of a compiler on what a student wrote: how long it may take, and whose fault it is that
// it was stopped. What it used itself (processor time, memory, output) is the source's doing; that
// it was given too little of a busy machine is ours.
#pragma once

#include <filesystem>
#include <string>

#include "sandbox/sandbox.h"

namespace warpgrade {

struct CompilerLimits {
  double cpu_seconds = 60;    // of the compiler and all that it starts
  double wall_seconds = 600;  // from its start: how long a busy machine may make of that
};

struct CompilerRun {
  bool succeeded = false;
  int status = 0;      // exit status, where it ended by itself; else -1
  std::string output;  // the compiler's as it came; for one that was stopped, why
};

/// Waits until there is room for one more compiler (compiler_slots.h), and runs it. `out`: where it
/// writes. Throws GraderError when the machine, not the source, let it fail.
CompilerRun run_compiler(const Sandbox& sandbox, const Command& command,
                         const std::filesystem::path& out);

}  // namespace warpgrade

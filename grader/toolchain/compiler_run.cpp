#include "toolchain/compiler_run.h"

#include <fmt/format.h>

#include <fstream>

#include "base/fault.h"
#include "base/utf8.h"
#include "toolchain/compiler_slots.h"
#include "toolchain/installation.h"

namespace warpgrade {
namespace {

/// The number of processes killed by the kernel on this machine because memory ran out.
long out_of_memory_kills() {
  std::ifstream in("/proc/vmstat");
  std::string key;
  for (long count = 0; in >> key >> count;)
    if (key == "oom_kill") return count;
  return 0;
}

/// simtcc is started by its shell.
std::string program_name(const Command& command) {
  const std::filesystem::path first = command.argv.front();
  const bool by_shell = first.filename() == "bash" && command.argv.size() > 1;
  return (by_shell ? std::filesystem::path(command.argv[1]) : first).filename().string();
}

/// Why a compiler was stopped, for the student. Throws if it is the machine's fault.
std::string why_stopped(const Ended& ended, const Limits& limits) {
  using How = Ended::How;
  switch (ended.how) {
    case How::cpu_limit:
      return fmt::format(
          "the compiler was stopped after {:g} s of processor time: does a template or an include "
          "go on without end?\n",
          limits.cpu_seconds);
    case How::wall_limit:
      throw GraderError(
          fmt::format("this machine is too busy: a compiler got {:.0f} s of processor time in {:g} "
                      "s and had not ended",
                      ended.cpu_seconds, limits.wall_seconds),
          "Grade again when less runs on it.");
    case How::stalled:
      return fmt::format("the compiler waited for {:g} s and did nothing\n", limits.stall_seconds);
    case How::memory_limit:
      return fmt::format(
          "the compiler was stopped at {} MiB of memory: does a template or an array grow without "
          "end?\n",
          limits.memory_bytes >> 20);
    case How::output_limit:
      return fmt::format("the compiler printed more than {} KiB\n", limits.output_bytes >> 10);
    case How::process_limit:
      return fmt::format("the compiler was stopped: it started more than {} processes\n",
                         limits.processes);
    case How::signalled:
      return fmt::format("the compiler was ended by signal {}\n", ended.code);
    default:
      return "the compiler was stopped\n";
  }
}

}  // namespace

CompilerRun run_compiler(const Sandbox& sandbox, const Command& command,
                         const std::filesystem::path& out) {
  const CompilerSlot slot;
  const long kills = out_of_memory_kills();
  Ended ended;
  try {
    ended = sandbox.run(command);
  } catch (const SandboxKilled& trouble) {
    ended.how = Ended::How::killed;
    ended.output = trouble.what();
  }
  CompilerRun run;
  run.output = plain_lines(ended.output, command.limits.output_bytes);
  run.end = compiler_end(program_name(command), ended, run.output);
  if (run.succeeded()) return run;
  require_space(out);
  if (ended.how == Ended::How::exited && (ended.code == 126 || ended.code == 127))
    throw GraderError("the compiler cannot be started: " + run.output,
                      "Run `make deps`; g++ must be under /usr/bin.");
  const bool short_of_memory = out_of_memory_kills() > kills;
  if (run.end == CompilerEnd::killed && short_of_memory && ended.peak_memory_bytes < compiler_bytes)
    run.end = CompilerEnd::starved;
  if (ended.how != Ended::How::exited) {
    // First: reports show the beginning of what a compiler prints.
    run.output = why_stopped(ended, command.limits) + run.output;
  } else if (run.end == CompilerEnd::limited) {
    // g++ reports an exceeded limit as its own error and asks for a bug report.
    run.output = fmt::format(
        "the compiler was stopped: what it made grew beyond {} MiB. Is a huge array initialised?\n",
        command.limits.file_bytes >> 20);
  }
  return run;
}

}  // namespace warpgrade

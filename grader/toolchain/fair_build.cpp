#include "toolchain/fair_build.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/fault.h"

namespace warpgrade {
namespace {

const char* const advice =
    "Grade again (a batch with --resume). If it stays: is a disk full, or memory short? Run `make` "
    "in the project's folder, then `warpgrade doctor`.";

/// Why the known program cannot be built, or "".
std::string fault_of_tools(const std::function<Build()>& known) {
  Build build = known();
  // The reason why one compiler was killed or stalled may have gone.
  if (build.end == CompilerEnd::killed || build.end == CompilerEnd::starved ||
      build.end == CompilerEnd::stalled)
    build = known();
  const bool complete =
      build.verdict == Verdict::ok &&
      std::all_of(build.definitions.begin(), build.definitions.end(),
                  [](const auto& definition) { return definition.second.defined; });
  if (complete) return {};
  const std::string output = build.output.substr(0, 1000);
  return "the compilers do not work here: they do not build a known-good program either" +
         (output.empty() ? std::string(", without a word") : ":\n" + output);
}

void require_now(const std::function<Build()>& known) {
  if (const std::string fault = fault_of_tools(known); !fault.empty())
    throw GraderError(fault, advice);
}

/// How often a build must end like this before it is the submission's fault.
int times_needed(CompilerEnd end) {
  return end == CompilerEnd::limited ? 1 : end == CompilerEnd::killed ? 4 : 2;
}

std::string blame(CompilerEnd end, int times) {
  if (end == CompilerEnd::killed)
    return fmt::format(
        "\nthe compiler was killed or crashed each of {} times that it met this file; a "
        "known-good program compiled beside it. Does a template, an array or a deep nesting take "
        "all memory?\n",
        times);
  if (end == CompilerEnd::stalled)
    return fmt::format(
        "\nthe compiler waited in vain each of {} times that it met this file; a known-good "
        "program compiled beside it. Does an #include name what is no file?\n",
        times);
  return {};
}

}  // namespace

void ToolProofs::require_once(const std::string& tools, const std::function<Build()>& known) {
  const std::lock_guard lock(mutex_);
  auto found = faults_.find(tools);
  if (found == faults_.end()) found = faults_.emplace(tools, fault_of_tools(known)).first;
  if (!found->second.empty()) throw GraderError(found->second, advice);
}

Build fair_build(const std::function<Build()>& submission, const std::function<Build()>& known,
                 ToolProofs& proofs, const std::string& tools) {
  for (int times = 1;; ++times) {
    Build build = submission();
    if (build.end == CompilerEnd::made || build.end == CompilerEnd::unsupported) return build;
    if (build.end == CompilerEnd::refused) {
      proofs.require_once(tools, known);
      return build;
    }
    const int needed = times_needed(build.end);
    // The cause of a stall may be temporary.
    const bool at_once = needed == 1 || build.end == CompilerEnd::stalled;
    if (at_once || times >= 2) require_now(known);
    if (times < needed) continue;
    if (build.end == CompilerEnd::starved)
      throw GraderError("this machine ran out of memory while a compiler ran",
                        "Grade again when less runs on it.");
    build.output += blame(build.end, times);
    return build;
  }
}

}  // namespace warpgrade

#include "judge/before_running.h"

#include <fmt/format.h>

#include <algorithm>

#include "toolchain/libraries.h"

namespace warpgrade {
namespace {

/// The task's first use of a library that it forbids, or null.
const LibraryUse* forbidden_use(const Task& task, const Build& build) {
  const auto uses = build.libraries.find(task.signature.entry);
  if (uses == build.libraries.end()) return nullptr;
  for (const LibraryUse& use : uses->second) {
    if (use.library == dynamic_loading
            ? !task.forbid.empty()
            : std::find(task.forbid.begin(), task.forbid.end(), use.library) != task.forbid.end())
      return &use;
  }
  return nullptr;
}

}  // namespace

Verdict before_running(const Lab& lab, const Task& task, const Build& build, bool check_only,
                       TaskResult& result) {
  if (const LibraryUse* use = check_only ? nullptr : forbidden_use(task, build)) {
    const std::string place = use->place.empty() ? "the compiled code" : use->place;
    result.detail = use->library == dynamic_loading
                        ? fmt::format("{} uses {}: a lab's code loads no other code at run time.",
                                      place, use->what)
                        : fmt::format(
                              "{} uses {} ({}), which this task does not allow: the kernel is "
                              "yours to write.",
                              place, use->library, use->what);
    return Verdict::forbidden;
  }
  if (build.verdict == Verdict::compile_error) {
    result.detail = lab.name + ".cu does not compile.";
    return Verdict::compile_error;
  }
  if (build.verdict == Verdict::pending) {
    result.detail =
        check_only
            ? "The CPU engine, which runs the check, does not support something that this file "
              "uses."
            : "The CPU engine does not support something that this file uses; it is graded on a "
              "GPU.";
    result.findings = build.findings;
    return Verdict::pending;
  }
  const Definition& definition = build.definitions.at(task.entry);
  if (definition.defined) return Verdict::ok;
  const std::string& wanted = task.signature.declaration;
  result.not_defined = definition.found.empty();
  result.detail =
      definition.found.empty()
          ? fmt::format("{}.cu does not define it. Write: {}", lab.name, wanted)
          : fmt::format("{}.cu defines {} instead of {}.", lab.name, definition.found, wanted);
  return Verdict::compile_error;
}

}  // namespace warpgrade

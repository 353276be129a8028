#include "grading/runnable.h"

#include <algorithm>

#include "objects/libraries.h"

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

Verdict check_runnable(const Lab& lab, const Task& task, const Build& build, bool check_only,
                       TaskResult& result) {
  if (const LibraryUse* use = check_only ? nullptr : forbidden_use(task, build)) {
    const bool loads = use->library == dynamic_loading;
    result.detail = {
        because(loads ? "library.loaded" : "library.forbidden",
                {{"place", use->place}, {"library", use->library}, {"what", use->what}})};
    return Verdict::forbidden;
  }
  if (build.verdict == Verdict::compile_error) {
    // A file that cannot be read was not built; its output has the reason.
    const std::string why = build.output.substr(0, build.output.find('\n'));
    result.detail = {build.submission.empty() && !why.empty()
                         ? because("source.unreadable", {{"why", why}})
                         : because("source.not-compiling", {{"lab", lab.name}})};
    return Verdict::compile_error;
  }
  if (build.verdict == Verdict::pending) {
    result.detail = {because(check_only ? "source.not-for-check" : "source.not-for-engine")};
    result.findings = build.findings;
    return Verdict::pending;
  }
  const Definition& definition = build.definitions.at(task.entry);
  if (definition.defined) return Verdict::ok;
  const std::string& wanted = task.signature.declaration;
  result.detail = {
      because(definition.found.empty() ? "function.not-defined" : "function.other-signature",
              {{"lab", lab.name}, {"found", definition.found}, {"wanted", wanted}})};
  return Verdict::compile_error;
}

}  // namespace warpgrade

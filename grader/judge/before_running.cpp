#include "judge/before_running.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpgrade {

Verdict before_running(const Lab& lab, const Task& task, const Build& build, bool check_only,
                       TaskResult& result) {
  for (const LibraryUse& use : build.libraries) {
    if (check_only) break;  // what may be used is the grade's affair
    const bool forbidden =
        std::find(task.forbid.begin(), task.forbid.end(), use.library) != task.forbid.end() ||
        (use.library == "dlopen" && !task.forbid.empty());
    if (!forbidden) continue;
    const std::string place =
        use.file.empty() ? "the compiled code" : fmt::format("{}:{}", use.file, use.line);
    result.detail = use.library == "dlopen"
                        ? fmt::format("{} uses {}: a lab's code loads no libraries at run time.",
                                      place, use.text)
                        : fmt::format(
                              "{} uses {} ({}), which this task does not allow: the kernel is "
                              "yours to write.",
                              place, use.library, use.text);
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

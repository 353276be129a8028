#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "cli/commands.h"
#include "lab/atomic_file.h"
#include "lab/fault.h"
#include "report/json.h"
#include "report/progress.h"
#include "report/terminal.h"

namespace warpgrade {
namespace {

int exit_status(const GradeResult& result) {
  for (const auto& task : result.tasks) {
    if (task.verdict == Verdict::grader_error) return grader_error;
  }
  return result.score() + result.pending() == result.max_score() ? full_marks : points_lost;
}

}  // namespace

int grade_command(const GradeCommand& command) {
  const Sandbox sandbox(command.request.root, command.sandbox);
  if (command.sandbox && !sandbox.isolates()) {
    throw GraderError("this machine cannot isolate the code that it grades: " + sandbox.why_not(),
                      "For code of your own, --no-sandbox grades without isolation.");
  }
  Progress progress;
  const OnProgress on_progress = [&](const std::string& what, int done, int total) {
    if (total == 0) {
      progress.step(what);
    } else {
      progress.fraction(done, total, what);
    }
  };
  const GradeResult result = grade(command.request, sandbox, on_progress);
  progress.finish();
  const std::string text = render(result, detect_style(STDOUT_FILENO));
  std::fwrite(text.data(), 1, text.size(), stdout);
  // Last: when it cannot be written, the grade has been seen at least.
  if (!command.json.empty()) write_file_atomically(command.json, json_text(result));
  return exit_status(result);
}

}  // namespace warpgrade

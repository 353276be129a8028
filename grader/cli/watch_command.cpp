#include "base/fault.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "watch/watch.h"

namespace warpgrade {

int watch_command(WatchCommand command) {
  namespace fs = std::filesystem;
  GradeRequest& request = command.request.grade;
  if (request.submission.empty()) request.submission = request.root / "skeletons" / request.lab;
  // As the student types it, where that is shorter.
  const fs::path shorter = request.submission.lexically_relative(fs::current_path());
  if (request.submission.is_absolute() && !shorter.empty() && *shorter.begin() != "..")
    request.submission = shorter;
  std::error_code error;
  if (!fs::is_directory(request.submission, error))
    throw UsageError("there is no folder " + request.submission.string(),
                     "Give the one that holds " + request.lab + ".cu: --submission DIR.");
  stop_when_asked();
  command.request.stop_asked = stop_was_asked;
  watch::watch(command.request);
  return full_marks;
}

}  // namespace warpgrade

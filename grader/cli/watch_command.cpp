#include "base/fault.h"
#include "cli/chosen_submission.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "watch/watch.h"

namespace warpgrade {

int watch_command(WatchCommand command) {
  namespace fs = std::filesystem;
  GradeRequest& request = command.request.grade;
  if (request.submission.empty()) request.submission = find_submission(request.root, request.lab);
  // The path as the student typed it, if that is shorter.
  const fs::path shorter = request.submission.lexically_relative(fs::current_path());
  if (request.submission.is_absolute() && !shorter.empty() && *shorter.begin() != "..")
    request.submission = shorter;
  std::error_code error;
  if (!fs::is_directory(request.submission, error))
    throw UsageError("there is no folder " + request.submission.string(),
                     "Pass the folder that contains " + request.lab + ".cu: --submission DIR.");
  defer_first_interrupt();
  command.request.stop_requested = stop_requested;
  watch::watch(command.request);
  return full_marks;
}

}  // namespace warpgrade

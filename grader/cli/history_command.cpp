#include <cstdio>

#include "base/fault.h"
#include "cli/chosen_submission.h"
#include "cli/commands.h"
#include "lab/manifest.h"
#include "pages/own_history.h"

namespace warpgrade {

int history_command(const HistoryCommand& command) {
  load_lab(command.root, command.lab);  // a wrong name lists the labs
  const std::filesystem::path folder =
      command.submission.empty() ? find_submission(command.root, command.lab) : command.submission;
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    throw UsageError("there is no folder " + folder.string(),
                     "Pass the folder that contains " + command.lab + ".cu: --submission DIR.");
  const std::string text =
      render_history(command.lab, read_history(history_file(folder, command.lab)), command.most,
                     detect_style(fileno(stdout)));
  std::fputs(text.c_str(), stdout);
  return full_marks;
}

}  // namespace warpgrade

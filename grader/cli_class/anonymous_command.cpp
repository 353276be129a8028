// `warpgrade anonymous`: a class for graders who should not know whose work they grade.
#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "base/text.h"
#include "cli/print_line.h"
#include "cli_class/commands.h"

namespace warpgrade {

int anonymous_command(const AnonymousCommand& command) {
  namespace fs = std::filesystem;
  const fs::path& out = command.request.out;
  std::error_code error;
  if (fs::exists(out, error) && !fs::is_empty(out, error))
    throw UsageError(out.string() + " is not empty.",
                     "Choose a new folder, so that only these files are passed on.");
  const AnonymousClass all = anonymous_class(command.request);
  fs::create_directories(out, error);  // writing below reports the error
  for (const AnonymousFile& file : all.files) write_file_atomically(out / file.path, file.contents);
  print_line(fmt::format("{} and sheet.csv in {}", many(all.pages, "page"), out.string()));
  for (const std::string& name : all.redacted_badly)
    print_line(name + " has no page: a name could not be removed.");
  if (all.left > 0)
    print_line(
        fmt::format("{} no page; `warpgrade return --to folder --dry-run` says why.",
                    all.left == 1 ? "1 hand-in has" : fmt::format("{} hand-ins have", all.left)));
  print_line("Pass the folder on. When sheet.csv comes back: warpgrade comment --csv sheet.csv");
  return all.left + all.redacted_badly.size() > 0 ? points_lost : full_marks;
}

}  // namespace warpgrade

#include "authoring/skeleton.h"

#include <algorithm>

#include "base/fault.h"
#include "base/text.h"

namespace warpgrade {
namespace {

constexpr std::string_view begin_marker = "// BEGIN SOLUTION";
constexpr std::string_view end_marker = "// END SOLUTION";
constexpr std::string_view blanks = " \t\r";

/// A misspelled marker, which would publish the solution.
bool looks_like_marker(std::string_view line) {
  return line.find("BEGIN SOLUTION") != line.npos || line.find("END SOLUTION") != line.npos;
}

bool ends_with_empty_line(std::string_view text) {
  return text.empty() || text == "\n" || text.ends_with("\n\n") || text.ends_with("\n\r\n");
}

}  // namespace

std::string make_skeleton(std::string_view solution, const std::string& file) {
  const auto fail = [&file](std::size_t line, const std::string& what) -> void {
    throw GraderError(file + ":" + std::to_string(line) + ": " + what,
                      "Each part that a student writes stands between a line \"" +
                          std::string(begin_marker) + "\" and a line \"" + std::string(end_marker) +
                          "\".");
  };
  std::string skeleton;
  std::size_t opened = 0;  // line of the open BEGIN, or 0
  bool any = false;
  bool just_closed = false;
  for (std::size_t number = 1; !solution.empty(); ++number) {
    const std::size_t length = std::min(solution.find('\n'), solution.size() - 1) + 1;
    const std::string_view line = solution.substr(0, length);
    solution.remove_prefix(length);
    const std::string_view text = trimmed(line.ends_with('\n') ? line.substr(0, length - 1) : line);

    if (text == begin_marker) {
      if (opened != 0) {
        fail(number,
             "BEGIN SOLUTION inside the solution that begins in line " + std::to_string(opened));
      }
      opened = number;
      any = true;
    } else if (text == end_marker) {
      if (opened == 0) fail(number, "END SOLUTION without a BEGIN SOLUTION before it");
      opened = 0;
      just_closed = true;
    } else if (looks_like_marker(text)) {
      fail(number, "a marker must be alone on its line and written exactly so");
    } else if (opened == 0) {
      if (!(just_closed && text.empty() && ends_with_empty_line(skeleton))) skeleton += line;
      just_closed = false;
    }
  }
  if (opened != 0) fail(opened, "BEGIN SOLUTION is never closed by an END SOLUTION");
  if (!any) fail(1, "there is no BEGIN SOLUTION: the skeleton would be the solution");
  return skeleton;
}

}  // namespace warpgrade

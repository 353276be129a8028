#include <unistd.h>

#include <cstdio>

#include "cli/commands.h"
#include "lab/fault.h"
#include "report/cause_text.h"

namespace warpgrade {

int explain_command(const ExplainCommand& command) {
  const Style style = detect_style(STDOUT_FILENO);
  if (command.cause.empty()) {
    std::fputs(list_of_causes(style).c_str(), stdout);
    return full_marks;
  }
  const CausePage* page = page_of_cause(command.cause);
  if (page == nullptr) {
    std::string near;
    for (const std::string_view id : causes_like(command.cause))
      near += (near.empty() ? "" : ", ") + std::string(id);
    throw UsageError(
        "there is no cause " + command.cause,
        (near.empty() ? "" : "Near it: " + near + ". ") + "All of them: build/warpgrade explain");
  }
  const std::string text = command.format == "markdown" ? page_as_markdown(*page)
                           : command.format == "html"   ? cause_in_html(*page)
                                                        : cause_in_terminal(*page, style);
  std::fputs(text.c_str(), stdout);
  return full_marks;
}

}  // namespace warpgrade

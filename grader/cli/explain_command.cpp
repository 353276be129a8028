#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/command_name.h"
#include "base/fault.h"
#include "cli/commands.h"
#include "pages/cause_text.h"
#include "pages/verdict_text.h"

namespace warpgrade {
namespace {

const CausePage& find_cause_page(const std::string& id) {
  const CausePage* page = page_for_cause(id);
  if (page != nullptr) return *page;
  std::string near;
  for (const std::string_view like : causes_like(id))
    near += (near.empty() ? "" : ", ") + std::string(like);
  throw UsageError("there is no cause " + id, (near.empty() ? "" : "Similar: " + near + ". ") +
                                                  "All of them: " + std::string(command_name()) +
                                                  " explain");
}

}  // namespace

int explain_command(const ExplainCommand& command) {
  const Style style = detect_style(STDOUT_FILENO);
  std::vector<CausePage> pages;
  std::string text;
  for (const std::string& id : command.causes) {
    const std::string verdict = command.format == "html" || command.format == "markdown"
                                    ? ""
                                    : verdict_in_terminal(id, style);
    text += verdict;
    if (!verdict.empty()) continue;
    const CausePage& page = find_cause_page(id);
    const auto same = [&](const CausePage& other) { return other.id == page.id; };
    if (std::none_of(pages.begin(), pages.end(), same)) pages.push_back(page);
  }
  if (command.all) pages = cause_pages();
  if (pages.empty() && text.empty())
    text = list_of_causes(style);
  else if (command.format == "html")
    text = causes_in_html(pages);
  else
    for (const CausePage& page : pages)
      text +=
          (text.empty() ? "" : "\n") +
          (command.format == "markdown" ? page_as_markdown(page) : cause_in_terminal(page, style));
  std::fputs(text.c_str(), stdout);
  return full_marks;
}

}  // namespace warpgrade

#include "pages/html_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "pages/cause_text.h"
#include "report/html_text.h"

namespace warpgrade::html {
namespace {

/// `explained`: the mistake is known, so only the values are shown.
std::string failing_group(const GradeResult& grade, const CaseGroup& group, bool explained,
                          Places& places) {
  constexpr std::size_t most_names = 12;
  std::string out = fmt::format("<li><p><strong class=\"bad\">{}</strong> in {}</p>",
                                name(group.verdict), escaped(listed(group.names, most_names)));
  Causes detail = group.detail;
  if (explained && group.verdict == Verdict::wrong)
    std::erase_if(detail, [](const Cause& cause) { return !is_one_value(cause); });
  if (!detail.empty()) out += "<p class=\"detail\">" + places.linked(describe(detail)) + "</p>";
  if (!group.reproduce.empty())
    out += command_line(group.reproduce, "Command that shows this case again");
  const std::string page = explained ? "" : page_link(grade, page_about(group.detail));
  if (!page.empty()) out += "<p class=\"about\">" + page + "</p>";
  return out + "</li>\n";
}

}  // namespace

std::string cases_in_words(const TaskPart& part) {
  const std::size_t cases = part.task->cases.size();
  if (cases == 0 || !part.written()) return "";
  return fmt::format("{} of {} correct", part.right, many(cases, "case"));
}

std::string failing_cases(const GradeResult& grade, const TaskPart& part, Places& places) {
  const std::vector<CaseGroup>& groups = part.failing;
  if (groups.empty()) return "";
  const bool explained = part.fix && part.fix->whole;
  // The other groups usually fail for the same reason.
  const std::size_t shown = explained ? 1 : groups.size() <= 4 ? groups.size() : 3;
  std::string first, rest;
  std::size_t folded = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    (i < shown ? first : rest) += failing_group(grade, groups[i], explained, places);
    if (i >= shown) folded += groups[i].names.size();
  }
  std::string out = "<h3>Failing cases</h3>\n<ul class=\"cases\">\n" + first + "</ul>\n";
  if (!rest.empty())
    out += fmt::format(
        "<details><summary>{}</summary>\n<ul class=\"cases\">\n{}"
        "</ul></details>\n",
        many(folded, "more case"), rest);
  return out;
}

std::string all_cases(const TaskResult& task) {
  if (task.cases.empty()) return "";
  std::string out = fmt::format("<details><summary>All {}</summary>\n<ul class=\"all\">\n",
                                many(task.cases.size(), "case"));
  for (const CaseResult& c : task.cases) {
    const bool ok = c.verdict == Verdict::ok;
    out += fmt::format("<li><span class=\"{}\">{}</span> {}{}{}", ok ? "good" : "bad",
                       ok                   ? "✓"
                       : is_open(c.verdict) ? "…"
                                            : "✗",
                       escaped(c.name), c.hidden ? " (hidden)" : "",
                       ok ? "" : ": " + std::string(name(c.verdict)));
    if (c.seconds > 0)
      out += fmt::format(" <span class=\"quiet\">{:.3g} ms</span>", c.seconds * 1000);
    out += "</li>\n";
  }
  return out + "</ul></details>\n";
}

std::string command_line(std::string_view command, std::string_view label) {
  return fmt::format(
      "<details class=\"command\"><summary>{}</summary><pre tabindex=\"0\">{}</pre></details>\n",
      label, escaped(command));
}

}  // namespace warpgrade::html

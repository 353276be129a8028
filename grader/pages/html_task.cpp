#include "pages/html_task.h"

#include <fmt/format.h>

#include <algorithm>

#include "pages/cause_text.h"
#include "pages/html_cases.h"
#include "pages/html_findings.h"
#include "pages/html_speed.h"
#include "report/document/task_status.h"
#include "report/html_text.h"

namespace warpgrade::html {
namespace {

std::string_view css_class(Tone tone) {
  switch (tone) {
    case Tone::good:
      return "good";
    case Tone::open:
      return "open";
    case Tone::quiet:
      return "quiet";
    case Tone::bad:
      return "bad";
    default:
      return "ours";
  }
}

std::string earnings(const char* title, const std::vector<Earning>& list, Places& places,
                     const std::vector<PerformanceResult>& timed = {}) {
  std::string items;
  for (std::size_t i = 0; i < list.size(); ++i)
    items += "<li>" + places.linked(list[i].text) +
             (i < timed.size() ? speed_figures(timed[i]) : "") + "</li>\n";
  return items.empty() ? "" : fmt::format("<h3>{}</h3>\n<ul>\n{}</ul>\n", title, items);
}

std::string kernels(const TaskPart& part) {
  if (part.kernels.empty()) return "";
  std::string items;
  for (const KernelPart& kernel : part.kernels) {
    items += "<li><h4><code>" + escaped(kernel.name) + "</code></h4><dl>";
    for (const auto& [term, value] : kernel.facts)
      items += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", term, escaped(value));
    items += "</dl></li>\n";
  }
  return "<h3>Kernels</h3>\n<ul class=\"kernels\">\n" + items + "</ul>\n";
}

std::string printed(const std::string& all, const std::string& when) {
  if (all.find_first_not_of(" \n\r\t") == std::string::npos) return "";
  constexpr std::size_t most = 64 * 1024, most_open = 20;
  const std::string_view text = beginning(all, most);
  const auto lines = std::count(text.begin(), text.end(), '\n') + (text.back() == '\n' ? 0 : 1);
  std::string out = fmt::format(
      "<details{}><summary>What the code printed{}: {}</summary>\n"
      "<pre class=\"printed\" tabindex=\"0\">\n{}</pre>",
      lines <= static_cast<std::ptrdiff_t>(most_open) ? " open" : "", when,
      many(static_cast<std::size_t>(lines), "line"), escaped(text));
  if (text.size() < all.size())
    out +=
        fmt::format("<p class=\"quiet\">{} bytes more are left out.</p>", all.size() - text.size());
  return out + "</details>\n";
}

}  // namespace

std::string pending_part(Points pending) {
  return pending > Points{}
             ? fmt::format(" <span class=\"open\">+ {} pending</span>", pending.text())
             : "";
}

std::string task_item(const GradeResult& grade, const TaskPart& part, std::size_t t) {
  const TaskResult& task = *part.task;
  const StatusBadge& badge = part.badge;
  const std::string found = findings_in_words(task.findings);
  std::string about = escaped(task.title);
  const auto add = [&](std::string_view what) {
    if (!what.empty()) about += fmt::format("{}{}", about.empty() ? "" : ", ", what);
  };
  if (!part.written())
    add(badge.word);
  else if (task.verdict != Verdict::ok)
    add(fmt::format("<strong class=\"{}\">{}</strong>", css_class(badge.tone), part.headline));
  add(cases_in_words(part));
  if (!task.unchanged_since.empty()) add("unchanged");
  if (!found.empty()) add("<span class=\"found\">" + found + "</span>");
  std::string out = fmt::format(
      "<li><a href=\"#{}\"><span class=\"sign {}\" role=\"img\" aria-label=\"{}\">{}</span> "
      "<span class=\"entry\">{}</span></a> <span class=\"points\">",
      task_id(t), css_class(badge.tone), badge.word, badge.sign, escaped(task.task));
  if (!grade.checked_only)
    out += fmt::format("{}{} / {}", task.points.text(), pending_part(task.pending),
                       task.max_points.text());
  return out + "</span> <span class=\"title\">" + about + "</span></li>\n";
}

std::string task_section(const GradeResult& grade, const TaskPart& part, std::size_t t,
                         Places& places, const Notes& notes) {
  const TaskResult& task = *part.task;
  const StatusBadge& badge = part.badge;
  const bool plain = !part.written() || (task.verdict == Verdict::ok && badge.tone == Tone::bad);
  std::string out = fmt::format(
      "<section class=\"task\" id=\"{1}\"><h2><span class=\"sign {0}\" role=\"img\" "
      "aria-label=\"{2}\">{3}</span> {4} <small>{5}</small></h2>\n",
      css_class(badge.tone), task_id(t), badge.word, badge.sign, escaped(task.task),
      escaped(task.title));
  out += fmt::format("<p><strong class=\"{}\">{}</strong>", css_class(badge.tone),
                     plain ? badge.word : part.headline);
  if (!grade.checked_only)
    out += fmt::format(" · {}{} of {}", task.points.text(), pending_part(task.pending),
                       points_in_words(task.max_points));
  const std::string cases = cases_in_words(part);
  out += (cases.empty() ? "" : " · " + cases) + "</p>\n";
  if (!task.detail.empty())
    out += "<p class=\"detail\">" + places.linked(describe(task.detail)) + "</p>\n";
  const std::string page = page_link(grade, page_about(task.detail));
  if (!page.empty()) out += "<p class=\"about\">" + page + "</p>\n";
  if (!task.note.empty()) out += "<p>" + escaped(task.note) + "</p>\n";
  // First what to do, then what is wrong, then its consequences.
  out += fix(part, places);
  if (!part.untried.empty()) out += "<p class=\"open\">" + escaped(part.untried) + "</p>\n";
  out += findings(grade, part, t, places, notes);
  // A function that is not written needs no remark on correctness, check or speed.
  if (part.written() && task.verdict != Verdict::compile_error) {
    out += failing_cases(grade, part, places);
    out += earnings("Check", part.check, places);
    if (!part.check.empty() && !task.check.reproduce.empty())
      out += command_line(task.check.reproduce, "Command that shows this again");
    if (!task.charged.empty())
      out += "<p><strong>Points</strong>: " + escaped(describe(task.charged)) + "</p>\n";
    out += earnings("Efficiency", part.efficiency, places);
    out += earnings("Speed", part.speed, places, task.performance);
    out += kernels(part);
  }
  out += all_cases(task);
  out += printed(task.printed, "") + printed(task.hidden_printed, " in hidden cases");
  if (grade.tasks.size() > 1) out += "<p class=\"up\"><a href=\"#tasks\">↑ all tasks</a></p>";
  return out + "</section>\n";
}

}  // namespace warpgrade::html

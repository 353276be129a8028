#include "report/html_task.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/case_groups.h"
#include "report/cause_text.h"
#include "report/html_cases.h"
#include "report/html_findings.h"
#include "report/html_kernels.h"
#include "report/html_speed.h"
#include "report/html_text.h"
#include "report/speed_words.h"
#include "report/standing.h"
#include "report/variants_table.h"

namespace warpgrade::html {
namespace {

std::string_view class_of(Tone tone) {
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

/// What stands between backquotes is code.
std::string with_code(const std::string& text, Places& places) {
  std::string out;
  bool code = false;
  for (std::size_t at = 0; at <= text.size(); code = !code) {
    const std::size_t end = std::min(text.find('`', at), text.size());
    const std::string part = text.substr(at, end - at);
    out += code ? "<code>" + escaped(part) + "</code>" : places.linked(part);
    at = end + 1;
  }
  return out;
}

std::string points_of(Points points, Points max_points, Verdict verdict) {
  if (max_points == Points{}) return "";
  if (is_open(verdict)) return fmt::format(", {} pending", points_in_words(max_points));
  return fmt::format(", {} of {}", points.text(), points_in_words(max_points));
}

std::string check(const TaskResult& task, Places& places) {
  const CheckResult& c = task.check;
  if (c.cases.empty() && c.detail.empty() && c.max_points == Points{}) return "";
  constexpr std::size_t most_names = 3;
  std::string out = "<h3>Check</h3>\n<p>";
  if (c.cases.empty())
    out += "The check of every access to memory did not run";
  else
    out += fmt::format("Every access to memory was watched in {}: {}",
                       escaped(listed(c.cases, most_names)),
                       c.verdict == Verdict::ok ? "clean" : escaped(name(c.verdict)));
  out += points_of(c.points, c.max_points, c.verdict);
  out += (c.detail.empty() ? "." : ": " + places.linked(words_of(c.detail))) + "</p>\n";
  if (!c.reproduce.empty()) out += "<p class=\"label\">reproduce</p>" + command_line(c.reproduce);
  return out;
}

std::string efficiency(const TaskResult& task) {
  if (task.efficiency.empty()) return "";
  std::string out = "<h3>Efficiency</h3>\n<ul>\n";
  for (const EfficiencyResult& e : task.efficiency) {
    out += fmt::format("<li><code>{}</code>{}", escaped(e.metric),
                       e.kernel.empty() ? "" : " of <code>" + escaped(e.kernel) + "</code>");
    out += points_of(e.points, e.max_points, e.verdict);
    if (!e.detail.empty())
      out += ": " + escaped(words_of(e.detail));
    else
      out += fmt::format(": {}, and {} {:.4g} is asked for",
                         e.value ? fmt::format("{:.4g}", *e.value) : "not counted",
                         e.at_least ? "at least" : "at most", e.limit);
    out += "</li>\n";
  }
  return out + "</ul>\n";
}

std::string speed(const TaskResult& task) {
  if (task.performance.empty()) return "";
  std::string out = "<h3>Speed</h3>\n<ul>\n";
  for (const PerformanceResult& p : task.performance) {
    const std::string rival = rival_of(p);
    out += "<li>" + escaped(p.name) + ": ";
    if (p.ratio > 0)
      out += fmt::format("{}, {:.3g} times the speed of {} (between {:.3g} and {:.3g})",
                         time_text(p.seconds), p.ratio, escaped(rival), p.low, p.high);
    else
      out += "against " + escaped(rival);
    if (p.verdict == Verdict::inconclusive || (p.ran && p.verdict != Verdict::ok))
      out += fmt::format(", {}", name(p.verdict));
    out += p.pending < p.max_points || !is_open(p.verdict)
               ? fmt::format(", {} of {}{}", p.points.text(), points_in_words(p.max_points),
                             pending_part(p.pending))
               : points_of(p.points, p.max_points, p.verdict);
    if (!p.detail.empty()) out += ": " + escaped(words_of(p.detail));
    out += speed_figures(p) + "</li>\n";
  }
  return out + "</ul>\n";
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
  const Look& look = part.look;
  const std::string found = findings_in_words(task.findings);
  std::string about = escaped(task.title);
  const auto add = [&](std::string_view what) {
    if (!what.empty()) about += fmt::format("{}{}", about.empty() ? "" : ", ", what);
  };
  if (!part.written())
    add(look.word);
  else if (task.verdict != Verdict::ok)
    add(fmt::format("<strong class=\"{}\">{}</strong>", class_of(look.tone), name(task.verdict)));
  add(cases_in_words(part));
  if (!found.empty()) add("<span class=\"found\">" + found + "</span>");
  std::string out = fmt::format(
      "<li><a href=\"#{}\"><span class=\"sign {}\" role=\"img\" aria-label=\"{}\">{}</span> "
      "<span class=\"entry\">{}</span></a> <span class=\"points\">",
      task_id(t), class_of(look.tone), look.word, look.sign, escaped(task.task));
  if (!grade.checked_only)
    out += fmt::format("{}{} / {}", task.points.text(), pending_part(task.pending),
                       task.max_points.text());
  return out + "</span> <span class=\"title\">" + about + "</span></li>\n";
}

std::string task_section(const GradeResult& grade, const TaskPart& part, std::size_t t,
                         Places& places, const Notes& notes) {
  const TaskResult& task = *part.task;
  const Look& look = part.look;
  const bool plain = !part.written() || (task.verdict == Verdict::ok && look.tone == Tone::bad);
  std::string out = fmt::format(
      "<section class=\"task\" id=\"{1}\"><h2><span class=\"sign {0}\" role=\"img\" "
      "aria-label=\"{2}\">{3}</span> {4} <small>{5}</small></h2>\n",
      class_of(look.tone), task_id(t), look.word, look.sign, escaped(task.task),
      escaped(task.title));
  out += fmt::format("<p><strong class=\"{}\">{}</strong>", class_of(look.tone),
                     plain ? look.word : name(task.verdict));
  if (!grade.checked_only)
    out += fmt::format(" · {}{} of {}", task.points.text(), pending_part(task.pending),
                       points_in_words(task.max_points));
  const std::string cases = cases_in_words(part);
  out += (cases.empty() ? "" : " · " + cases) + "</p>\n";
  if (!task.detail.empty())
    out += "<p class=\"detail\">" + places.linked(words_of(task.detail)) + "</p>\n";
  const std::string page = page_link(grade, page_about(task.detail));
  if (!page.empty()) out += "<p class=\"about\">" + page + "</p>\n";
  if (!task.note.empty()) out += "<p>" + escaped(task.note) + "</p>\n";
  out += findings(grade, part, t, places, notes);
  if (task.tried)
    out +=
        "<p class=\"tried\"><strong>Remedy</strong>: " + with_code(words_of(*task.tried), places) +
        "</p>\n";
  // Of what is not there, that it is not right, checked or fast goes without saying.
  if (part.written() && task.verdict != Verdict::compile_error) {
    out += failing_cases(grade, part.failing, places);
    out += check(task, places);
    out += efficiency(task);
    out += speed(task);
    out += kernels(task);
  }
  out += all_cases(task);
  out += printed(task.printed, "") + printed(task.hidden_printed, " in hidden cases");
  return out + "<p class=\"up\"><a href=\"#tasks\">↑ all tasks</a></p></section>\n";
}

}  // namespace warpgrade::html

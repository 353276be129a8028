// Rankings by the graded speed ratios.
#include <fmt/format.h>

#include <algorithm>

#include "class_pages/class_parts.h"
#include "model/result.h"
#include "report/document/earnings.h"
#include "report/html_text.h"
#include "report/variants_table.h"

namespace warpgrade::html {
namespace {

std::string board_rival(const SpeedBoard& board) {
  PerformanceResult speed;
  speed.against = board.against;
  speed.baseline = board.baseline;
  return describe_competitor(speed);
}

std::string board_row(const ClassSummary& summary, const SpeedBoard& board, std::size_t place) {
  const SpeedEntry& entry = board.entries[place];
  const double most = std::max(board.entries.front().high, board.entries.front().ratio);
  const auto x = [&](double ratio) { return 100 * std::clamp(ratio / most, 0.0, 1.0); };
  return fmt::format(
      "<tr><td class=\"num\">{}</td><td>{}</td><td class=\"num\"><strong>{:.3g}</strong>{}</td>"
      "<td class=\"num quiet\">{:.3g} … {:.3g}</td><td class=\"num\">{}</td>"
      "<td class=\"ratio\"><svg viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" "
      "aria-hidden=\"true\"><rect class=\"some\" width=\"{:.1f}\" height=\"8\"/>"
      "<rect class=\"band\" x=\"{:.1f}\" width=\"{:.1f}\" height=\"8\"/></svg></td></tr>\n",
      place + 1, student_link(summary.rows[entry.row]), entry.ratio,
      entry.in_doubt ? " <span class=\"open\" title=\"too noisy for the last step\">±</span>" : "",
      entry.low, entry.high, time_text(entry.seconds), x(entry.ratio), x(entry.low),
      std::max(x(entry.high) - x(entry.low), 0.5));
}

std::string board_table(const ClassSummary& summary, const SpeedBoard& board) {
  constexpr std::size_t shown = 10;
  std::string out = fmt::format(
      "<div class=\"board\"><h4>{} <small>{}, against {}, {}</small></h4>\n"
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Fastest at {}\">"
      "<table><thead><tr><th scope=\"col\">place</th><th scope=\"col\">student</th>"
      "<th scope=\"col\">ratio</th><th scope=\"col\">between</th><th scope=\"col\">a call</th>"
      "<th scope=\"col\"></th></tr></thead><tbody>\n",
      escaped(board.task), escaped(board.case_name), escaped(board_rival(board)),
      many(board.entries.size(), "student"), escaped(board.task));
  for (std::size_t i = 0; i < std::min(shown, board.entries.size()); ++i)
    out += board_row(summary, board, i);
  out += "</tbody></table></div>\n";
  std::string notes;
  if (board.entries.size() > 1) notes += fmt::format(" Median of all: {:.3g}.", board.median);
  if (board.full_marks_at > 0)
    notes += fmt::format(" All points from {:.3g} on.", board.full_marks_at);
  if (board.champion > 0)
    notes += fmt::format(" Our champion: {:.3g} ({}).", board.champion, escaped(board.champion_on));
  if (!notes.empty()) out += "<p class=\"quiet\">" + notes.substr(1) + "</p>\n";
  return out + "</div>\n";
}

}  // namespace

std::string class_speed(const ClassSummary& summary) {
  if (summary.boards.empty()) return "";
  std::string out =
      "<section id=\"speed\"><h2>Speed</h2>\n<p class=\"legend\">How many times as fast as the "
      "baseline, both measured in the same run, with the interval of the measurement.</p>\n";
  for (const std::string& lab : summary.labs) {
    std::string tables, without;
    bool any = false;
    for (const SpeedBoard& board : summary.boards) {
      if (board.lab != lab) continue;
      any = true;
      if (board.entries.empty()) {
        if (without.find(board.task) == without.npos)
          without += (without.empty() ? "" : ", ") + board.task;
      } else {
        tables += board_table(summary, board);
      }
    }
    if (!any) continue;
    out += fmt::format("<h3>{}</h3>\n", escaped(lab));
    if (!tables.empty()) out += "<div class=\"boards\">\n" + tables + "</div>\n";
    if (!without.empty())
      out += fmt::format(
          "<p class=\"quiet\">No speed was measured {}: it takes a GPU, and right "
          "results.</p>\n",
          tables.empty() ? "here" : "in " + escaped(without));
  }
  return out + "</section>\n";
}

}  // namespace warpgrade::html

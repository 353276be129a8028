#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "class_pages/board.h"
#include "pages/html_assets.h"
#include "pages/html_digest.h"
#include "report/document/earnings.h"
#include "report/html_text.h"
#include "report/variants_table.h"

namespace warpgrade {
namespace html {
namespace {

std::string rival(const SpeedTask& task) {
  PerformanceResult speed;
  speed.against = task.against;
  speed.baseline = task.baseline;
  return describe_competitor(speed);
}

/// The best ratio after each attempt as a small line, with the first and last value in words.
std::string trend(const BoardEntry& entry) {
  const std::vector<double>& all = entry.best_so_far;
  const std::string words = all.size() < 2 ? "1 attempt"
                                           : fmt::format("{:.3g} → {:.3g} in {} attempts",
                                                         all.front(), all.back(), entry.attempts);
  if (all.size() < 2) return "<span class=\"quiet\">" + words + "</span>";
  const double most = all.back();
  std::string points;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double x = 2 + 96.0 * static_cast<double>(i) / static_cast<double>(all.size() - 1);
    const double y = 22 - 20 * (most > 0 ? all[i] / most : 0);
    // A step: nothing is better before the next attempt is.
    if (i > 0) points += fmt::format(" {:.1f},{:.1f}", x, 22 - 20 * all[i - 1] / most);
    points += fmt::format("{}{:.1f},{:.1f}", i > 0 ? " " : "", x, y);
  }
  return fmt::format(
      "<svg class=\"trend\" viewBox=\"0 0 100 24\" preserveAspectRatio=\"none\" role=\"img\" "
      "aria-label=\"{0}\"><title>{0}</title><polyline points=\"{1}\"/></svg>",
      words, points);
}

std::string resources(const BoardEntry& entry) {
  if (!entry.resources) return "";
  const KernelResources& r = *entry.resources;
  std::string text = fmt::format("{} registers", r.registers);
  if (r.shared_bytes > 0) text += fmt::format(", {} B shared", grouped(r.shared_bytes));
  if (r.spill_bytes > 0) text += fmt::format(", {} B spilled", grouped(r.spill_bytes));
  return text;
}

/// Speed as a bar with its interval, and the positions of the marks.
std::string speed_bar(const SpeedTask& task, double most, double ratio, double low, double high) {
  const auto x = [&](double value) { return 100 * std::clamp(value / most, 0.0, 1.0); };
  std::string out = fmt::format(
      "<svg viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect "
      "class=\"some\" width=\"{:.1f}\" height=\"8\"/>",
      x(ratio));
  if (high > low)
    out += fmt::format("<rect class=\"band\" x=\"{:.1f}\" width=\"{:.1f}\" height=\"8\"/>", x(low),
                       std::max(x(high) - x(low), 0.5));
  for (const BoardMark& mark : task.marks)
    out += fmt::format("<rect class=\"mark\" x=\"{:.1f}\" width=\"0.6\" height=\"8\"/>",
                       std::min(x(mark.ratio), 99.4));
  return out + "</svg>";
}

std::string task_table(const SpeedTask& task) {
  double most = 0;
  for (const BoardEntry& e : task.entries) most = std::max({most, e.ratio, e.high});
  for (const BoardMark& mark : task.marks) most = std::max(most, mark.ratio);
  std::string rows;
  std::size_t next_mark = 0;
  const auto marks_above = [&](double ratio) {
    for (; next_mark < task.marks.size() && task.marks[next_mark].ratio > ratio; ++next_mark) {
      const BoardMark& mark = task.marks[next_mark];
      rows += fmt::format(
          "<tr class=\"is-mark\"><td></td><th scope=\"row\">{}</th><td class=\"num\">{:.3g}</td>"
          "<td class=\"num res\"></td><td class=\"ratio\">{}</td><td class=\"res\"></td>"
          "<td></td></tr>\n",
          escaped(mark.name), mark.ratio,
          speed_bar(task, most, mark.ratio, mark.ratio, mark.ratio));
    }
  };
  for (const BoardEntry& e : task.entries) {
    marks_above(e.ratio);
    rows += fmt::format(
        "<tr><td class=\"num\">{}</td><th scope=\"row\"><bdi>{}</bdi></th><td "
        "class=\"num\"><strong>{:.3g}</strong></td><td class=\"num quiet res\">{:.3g} … "
        "{:.3g}</td><td class=\"ratio\">{}</td><td class=\"res\">{}, {}</td><td>{}</td></tr>\n",
        e.place, escaped(e.alias), e.ratio, e.low, e.high,
        speed_bar(task, most, e.ratio, e.low, e.high), time_text(e.seconds), resources(e),
        trend(e));
  }
  marks_above(0);
  return fmt::format(
      "<section class=\"board\"><h3>{} <small>{}</small></h3>\n<p class=\"quiet\">{}, against {}: "
      "{}</p>\n<table><thead><tr><th scope=\"col\">place</th><th scope=\"col\">who</th>"
      "<th scope=\"col\">times as fast</th><th scope=\"col\" class=\"res\">between</th>"
      "<th scope=\"col\"></th><th scope=\"col\" class=\"res\">a call, the kernels</th>"
      "<th scope=\"col\">so far</th></tr></thead><tbody>\n{}</tbody></table></section>\n",
      escaped(task.task), escaped(task.title), escaped(task.case_name), escaped(rival(task)),
      many(task.entries.size(), "student"), rows);
}

}  // namespace
}  // namespace html

std::string board_page(const Leaderboard& board) {
  using namespace html;
  const std::string styles = std::string(style_sheet()) + std::string(class_style_sheet());
  const std::string title = board.title.empty() ? "Leaderboard" : board.title + ": leaderboard";
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '{}'; "
      "base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n"
      "<style>{}</style>\n</head>\n<body class=\"class leaders\">\n<header>\n<h1>{}</h1>\n",
      csp_hash(styles), escaped(title), styles, escaped(title));
  std::string gpus;
  for (const std::string& gpu : board.gpus) gpus += (gpus.empty() ? "" : ", ") + gpu;
  out += fmt::format(
      "<p class=\"legend\">How many times as fast as the baseline, both measured in the same "
      "run{}: "
      "each student’s best attempt, with the interval of the measurement. Who cannot be told apart "
      "shares a place. “So far” is the best after each attempt.</p>\n</header>\n<main>\n",
      gpus.empty() ? "" : " on " + escaped(gpus));
  if (board.tasks.empty())
    out +=
        "<section><p>Nothing was measured yet: it takes a GPU, and right results.</p></section>\n";
  std::string lab;
  for (const SpeedTask& task : board.tasks) {
    if (task.lab != lab) {
      out += (lab.empty() ? "" : "</section>\n") +
             fmt::format("<section><h2>{}</h2>\n", escaped(task.lab));
      lab = task.lab;
    }
    out += task_table(task);
  }
  if (!lab.empty()) out += "</section>\n";
  return out + fmt::format(
                   "</main>\n<footer><p>As of {}. Graded by Warpgrade.</p></footer>\n</body>\n"
                   "</html>\n",
                   escaped(board.made.substr(0, 10)));
}

}  // namespace warpgrade

// The distribution of a class's points, as histograms and as a table.
#include <fmt/format.h>

#include <algorithm>

#include "class_pages/class_parts.h"
#include "report/document/task_status.h"
#include "report/html_text.h"

namespace warpgrade::html {
namespace {

std::string bin_name(std::size_t bin) {
  return bin == 10 ? "100 %" : fmt::format("{}–{} %", 10 * bin, 10 * bin + 9);
}

std::string in_words(const Distribution& distribution) {
  std::string text =
      fmt::format("{}, from {} to {} of {}, median {}.", many(distribution.grades, "grade"),
                  distribution.lowest.text(), distribution.highest.text(),
                  points_in_words(distribution.most), distribution.median.text());
  for (std::size_t i = 0; i < distribution.bins.size(); ++i)
    if (distribution.bins[i] > 0)
      text += fmt::format(" {}: {}.", bin_name(i), distribution.bins[i]);
  return text;
}

/// Eleven bars; the last one, for full marks, is separate.
std::string histogram(const Distribution& distribution) {
  constexpr int height = 120;
  constexpr double step = 31, width = 27, left = 4, gap = 8;
  const double bottom = height - 18, top = 16;
  const std::size_t most = std::max<std::size_t>(
      1, *std::max_element(distribution.bins.begin(), distribution.bins.end()));
  std::string out =
      fmt::format("<svg class=\"histogram\" viewBox=\"0 0 360 {}\" role=\"img\" aria-label=\"{}\">",
                  height, escaped(in_words(distribution)));
  out += fmt::format("<path class=\"axis\" d=\"M{} {}H{}\"/>", left, bottom + .5, 356);
  for (std::size_t i = 0; i < distribution.bins.size(); ++i) {
    const double x = left + step * static_cast<double>(i) + (i == 10 ? gap : 0);
    const std::size_t n = distribution.bins[i];
    const double tall = (bottom - top) * static_cast<double>(n) / static_cast<double>(most);
    if (n > 0)
      out += fmt::format(
          "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\"/>"
          "<text class=\"value\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>",
          i == 10 ? "all" : "some", x, bottom - std::max(tall, 1.0), width, std::max(tall, 1.0),
          x + width / 2, bottom - std::max(tall, 1.0) - 4, n);
    out += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                       i == 10 ? x + width / 2 : x, height - 4,
                       i == 10 ? "100 %" : std::to_string(10 * i));
  }
  return out + "</svg>";
}

std::string caption(const Distribution& distribution) {
  std::string text =
      fmt::format("median {} of {}", distribution.median.text(), distribution.most.text());
  if (distribution.maxima.size() > 1) {
    // Students see points relative to their grade's own maximum; those in the caption are scaled.
    std::string maxima;
    for (const auto& [most, count] : distribution.maxima)
      maxima += fmt::format("{}{} of {}", maxima.empty() ? "" : ", ", count, most.text());
    text += fmt::format(" · different maxima, scaled to {}: {}", distribution.most.text(), maxima);
  }
  text += fmt::format(" · {} full · {} none", distribution.full, distribution.none);
  if (distribution.pending > Points{})
    text += fmt::format(" · on average {} pending", distribution.pending.text());
  for (const auto& [verdict, count] : distribution.verdicts)
    text += fmt::format("{}{} {}",
                        verdict == distribution.verdicts.begin()->first ? " · verdicts: " : ", ",
                        count, escaped(verdict));
  return text;
}

std::string as_table(const std::vector<Distribution>& distributions) {
  std::string out =
      "<details><summary>As a table</summary><div class=\"wide\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Points as a table\"><table class=\"bins\"><thead><tr><th scope=\"col\">share "
      "of "
      "the points</th>";
  for (std::size_t i = 0; i < 11; ++i) out += fmt::format("<th scope=\"col\">{}</th>", bin_name(i));
  out += "</tr></thead><tbody>\n";
  for (const Distribution& distribution : distributions) {
    out += fmt::format("<tr><th scope=\"row\">{}</th>",
                       distribution.task.empty() ? "all tasks" : escaped(distribution.task));
    for (const std::size_t n : distribution.bins) out += fmt::format("<td>{}</td>", n);
    out += "</tr>\n";
  }
  return out + "</tbody></table></div></details>\n";
}

}  // namespace

std::string class_points(const ClassSummary& summary) {
  if (summary.distributions.empty()) return "";
  std::string out =
      "<section id=\"points\"><h2>Points</h2>\n<p class=\"legend\">Number of grades by share "
      "of points earned so far. Pending points are not included.</p>\n";
  for (const auto& [lab, distributions] : summary.distributions) {
    out += fmt::format("<h3>{}</h3>\n<div class=\"distributions\">\n", escaped(lab));
    for (const Distribution& distribution : distributions)
      if (distribution.grades > 0)
        out += fmt::format("<figure{}>{}<figcaption><strong>{}</strong> {}</figcaption></figure>\n",
                           distribution.task.empty() ? " class=\"whole\"" : "",
                           histogram(distribution),
                           distribution.task.empty() ? "all tasks" : escaped(distribution.task),
                           caption(distribution));
    out += "</div>\n" + as_table(distributions);
  }
  return out + "</section>\n";
}

}  // namespace warpgrade::html

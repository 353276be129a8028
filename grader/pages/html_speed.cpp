#include "pages/html_speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "report/document/earnings.h"
#include "report/document/task_status.h"
#include "report/html_text.h"
#include "report/variants_table.h"

namespace warpgrade::html {
namespace {

/// The share that `curve` gives for `ratio`, as in score/curve.h.
double share_at(const std::vector<std::pair<double, double>>& curve, double ratio) {
  if (ratio <= curve.front().first) return curve.front().second;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    const auto [x0, y0] = curve[i - 1];
    const auto [x1, y1] = curve[i];
    if (ratio <= x1) return y0 + (y1 - y0) * (ratio - x0) / (x1 - x0);
  }
  return curve.back().second;
}

std::string label(double x, double y, std::string_view anchor, std::string_view text,
                  std::string_view kind = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>", x, y, anchor,
                     kind.empty() ? "" : fmt::format(" class=\"{}\"", kind), escaped(text));
}

/// Ratio on the x axis, points on the y axis; the interval is a band, the ratio a line in it.
std::string curve_figure(const PerformanceResult& speed) {
  constexpr double left = 34, right = 330, top = 22, bottom = 112;
  const double last = speed.curve.back().first;
  const bool champion = speed.champion > 0 && speed.beyond_full_marks();
  const double farthest = std::max({speed.high, last, champion ? speed.champion : 0});
  // A ratio far beyond the curve must not shrink the curve to a point.
  const double shown = (champion ? 6 : 2.5) * std::max(last, 1e-9);
  const double most = std::min(1.1 * farthest, shown);
  const auto x = [&](double ratio) { return left + (right - left) * std::min(ratio / most, 1.0); };
  const auto y = [&](double share) { return bottom - (bottom - top) * share; };
  const bool beyond = speed.ratio > most;

  std::string out = fmt::format(
      "<svg class=\"speed\" viewBox=\"0 0 340 142\" role=\"img\" aria-label=\"{}\">",
      escaped(fmt::format("Points by ratio: {:.3g} times the speed of {}, between {:.3g} and "
                          "{:.3g}, earns {} of {}. All points from {:.3g}.{}",
                          speed.ratio, describe_competitor(speed), speed.low, speed.high,
                          speed.points.text(), points_in_words(speed.max_points), last,
                          champion ? fmt::format(" Our champion reached {:.3g} ({}).",
                                                 speed.champion, speed.champion_on)
                                   : "")));
  out += fmt::format(
      "<rect class=\"band\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
      "height=\"{:.1f}\"/>",
      x(speed.low), top, std::max(x(speed.high) - x(speed.low), 1.0), bottom - top);
  out += fmt::format("<path class=\"axis\" d=\"M{} {}V{}H{}\"/>", left, top, bottom, right);
  std::string line = fmt::format("M{:.1f} {:.1f}", x(0), y(speed.curve.front().second));
  double labelled = -1e9;
  for (const auto& [ratio, share] : speed.curve) {
    line += fmt::format("L{:.1f} {:.1f}", x(ratio), y(share));
    if (x(ratio) - labelled < 26) continue;
    labelled = x(ratio);
    out += fmt::format("<path class=\"axis\" d=\"M{:.1f} {}v4\"/>", labelled, bottom);
    out += label(labelled, bottom + 15, "middle", fmt::format("{:.3g}", ratio));
  }
  out += fmt::format("<path class=\"curve\" d=\"{}H{}\"/>", line, right);
  out += label(left - 5, bottom + 4, "end", "0");
  out += label(left - 5, top + 4, "end", speed.max_points.text());
  out += label((left + right) / 2, bottom + 28, "middle",
               "times the speed of " + describe_competitor(speed));
  if (champion) {
    const double there = x(speed.champion);
    out += fmt::format("<path class=\"champion\" d=\"M{:.1f} {}V{}\"/>", there, top, bottom);
    out += label(
        there - 4, bottom - 8, "end",
        fmt::format("our champion {:.3g}×{}", speed.champion, speed.champion > most ? " →" : ""));
  }
  const double at = x(speed.ratio);
  out += fmt::format("<path class=\"mark\" d=\"M{:.1f} {}V{}\"/>", at, top, bottom);
  if (!beyond)
    out += fmt::format("<circle class=\"mark\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\"/>", at,
                       y(share_at(speed.curve, speed.ratio)));
  const std::string_view anchor = at < left + 40 ? "start" : at > right - 40 ? "end" : "middle";
  out += label(at, top - 8, anchor, fmt::format("{:.3g}×{}", speed.ratio, beyond ? " →" : ""),
               "value");
  return out + "</svg>";
}

/// A bar for each of the two medians; ticks are single calls.
std::string time_figure(const PerformanceResult& speed) {
  constexpr double left = 4, right = 336;
  const double longest = std::max(speed.seconds, speed.baseline_seconds);
  double most = longest;
  for (const auto* samples : {&speed.samples, &speed.baseline_samples})
    for (const double s : *samples)
      if (s <= 1.3 * longest) most = std::max(most, s);  // one late call must not shrink the others
  const auto x = [&](double seconds) {
    return left + (right - left) * std::clamp(seconds / most, 0.0, 1.0);
  };
  const std::string rival = describe_competitor(speed);
  std::string out =
      fmt::format("<svg class=\"speed\" viewBox=\"0 0 340 142\" role=\"img\" aria-label=\"{}\">",
                  escaped(fmt::format("Time of a call: yours {}, {} {}.", time_text(speed.seconds),
                                      rival, time_text(speed.baseline_seconds))));
  const auto bar = [&](double at, std::string_view kind, std::string_view whose, double seconds,
                       const std::vector<double>& samples) {
    out += label(left, at - 6, "start", whose);
    out += label(right, at - 6, "end", time_text(seconds), "value");
    out += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"18\"/>",
                       kind, left, at, std::max(x(seconds) - left, 1.5));
    std::string ticks;
    for (const double s : samples)
      if (std::isfinite(s)) ticks += fmt::format("M{:.1f} {}v6", x(s), at + 20);
    if (!ticks.empty()) out += fmt::format("<path class=\"axis\" d=\"{}\"/>", ticks);
  };
  bar(24, "yours", "yours", speed.seconds, speed.samples);
  bar(80, "theirs", rival, speed.baseline_seconds, speed.baseline_samples);
  const std::size_t calls = speed.samples.size();
  out += label(left, 126, "start",
               calls > 0 ? fmt::format("median of {}; a tick is one call", many(calls, "call"))
                         : std::string("median of the calls"));
  return out + "</svg>";
}

}  // namespace

std::string speed_figures(const PerformanceResult& speed) {
  if (!(speed.ratio > 0) || !std::isfinite(speed.ratio)) return "";
  std::string out;
  if (!speed.curve.empty() && std::isfinite(speed.high)) out += curve_figure(speed);
  if (speed.seconds > 0 && speed.baseline_seconds > 0) out += time_figure(speed);
  return out.empty() ? out : "<div class=\"figures\">" + out + "</div>";
}

}  // namespace warpgrade::html

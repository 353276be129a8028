#include "plot/bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "plot/axes.h"
#include "report/page.h"
#include "report/variants_table.h"

namespace warpgrade {
namespace {

struct Bar {
  std::string label;
  double value;
  bool verified;
};

std::vector<Bar> collect_bars(const Figure& figure, double& at) {
  std::vector<Bar> bars;
  at = 0;
  if (figure.kind == Figure::Kind::bars) {
    for (const Series& series : figure.series)
      for (const Point& point : series.points) {
        const std::string& category = figure.categories.at(static_cast<std::size_t>(point.x));
        bars.push_back({series.name.empty() ? category : series.name + "  " + category, point.y,
                        point.verified});
      }
    return bars;
  }
  for (const Series& series : figure.series)
    for (const Point& point : series.points) at = std::max(at, point.x);
  for (const Series& series : figure.series)
    for (const Point& point : series.points)
      if (point.x == at) bars.push_back({series.name, point.y, point.verified});
  return bars;
}

std::string draw_bar(double share, int room, bool unicode) {
  constexpr std::array<const char*, 8> eighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const int cells = static_cast<int>(std::lround(share * room * 8));
  std::string text;
  if (!unicode) return std::string(static_cast<std::size_t>((cells + 4) / 8), '#');
  for (int i = 0; i < cells / 8; ++i) text += "█";
  return text + eighths[static_cast<std::size_t>(cells % 8)];
}

}  // namespace

std::string render_bars(const Figure& figure, const Style& style) {
  double at = 0;
  const std::vector<Bar> bars = collect_bars(figure, at);
  if (bars.empty()) return "";
  Page page(style);
  std::string where;
  if (at > 0) {
    where = figure.x.label + " = " + count_label(at);
    if (figure.x.label.rfind("Memory", 0) == 0) where = with_prefix(at) + "B";
    for (const Tick& tick : figure.top)
      if (tick.at == at && !tick.label.empty()) where = figure.top_label + " = " + tick.label;
    where.erase(
        std::remove_if(where.begin(), where.end(), [](char c) { return c == '{' || c == '}'; }),
        where.end());
    where = ", " + where;
  }
  page.line(page.in(Tone::strong, fmt::format("{}{}", figure.title, where)));
  page.line("  " + page.in(Tone::quiet, figure.y.label));
  int widest = 0;
  double most = 0;
  for (const Bar& bar : bars) {
    widest = std::max(widest, columns(page.safe(bar.label)));
    most = std::max(most, bar.value);
  }
  const bool time = figure.y.label.rfind("Time", 0) == 0;
  const int room = std::max(style.width - widest - 18, 10);
  for (const Bar& bar : bars) {
    const std::string value = time ? time_text(bar.value) : number_text(bar.value);
    page.line(fmt::format(
        "  {} {} {}{}", page.safe(padded(page.safe(bar.label), widest)),
        std::string(static_cast<std::size_t>(std::max(0, 9 - columns(page.safe(value)))), ' ') +
            page.safe(value),
        page.in(Tone::good, draw_bar(bar.value / most, room, style.unicode)),
        bar.verified ? "" : page.in(Tone::quiet, " not verified")));
  }
  return page.text();
}

}  // namespace warpgrade

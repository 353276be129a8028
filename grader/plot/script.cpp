#include "plot/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>

#include "report/text.h"
#include "report/variants_table.h"

namespace warpgrade {
namespace {

// Distinguishable with any color vision, darker ones first (after P. Tol's "muted" scheme).
constexpr std::array<const char*, 10> colours = {"#332288", "#cc6677", "#117733", "#56b4e9",
                                                 "#882255", "#999933", "#aa4499", "#e69f00",
                                                 "#44aa99", "#4477aa"};
// gnuplot's filled marks; the hollow mark of the same shape has the preceding number.
constexpr std::array<int, 6> marks = {7, 5, 9, 13, 11, 15};

constexpr int width = 900, height = 560;       // pixels of the SVG, and points of its fonts
constexpr int letters_of_small_print = 124;    // that fit below a figure
constexpr double line_of_small_print = 0.034;  // of the height

struct Pen {
  std::string colour;
  int mark;
  int dash;
  double width;
};

Pen choose_pen(const Series& series) {
  using Look = Series::Look;
  const auto style = static_cast<std::size_t>(series.style);
  const int mark = marks[style % marks.size()];
  switch (series.look) {
    case Look::library:
      return {"#000000", 11, 2, 2};
    case Look::cpu:
      return {"#555555", mark, 4, 2};
    case Look::other_cpu:
      return {"#999999", marks[(style + 1) % marks.size()], 4, 2};
    case Look::device:
      break;
  }
  return {colours[style % colours.size()], mark, 1, 2.2};
}

std::string format_ticks(const std::string& axis, const std::vector<Tick>& ticks) {
  std::string text;
  for (const Tick& tick : ticks) {
    text += fmt::format("{}{} {:.10g} {}", text.empty() ? "" : ", ",
                        gnuplot_quoted(tick.label, true), tick.at, tick.label.empty() ? 1 : 0);
  }
  return fmt::format("set {}tics ({})\n", axis, text);
}

void set_axis(std::string& text, const std::string& name, const Axis& axis) {
  if (!axis.label.empty())
    text += fmt::format("set {}label {}\n", name, gnuplot_quoted(axis.label));
  if (axis.log) text += fmt::format("set logscale {}\n", name);
  if (!axis.ticks.empty()) text += format_ticks(name, axis.ticks);
}

/// A range with a margin: marks at the border would be cut.
void set_range(std::string& text, const std::string& name, const Axis& axis, double low,
               double high) {
  if (axis.log) {
    const double air = std::max(std::pow(high / low, 0.04), 1.1);
    text += fmt::format("set {}range [{:.6g}:{:.6g}]\n", name, low / air, high * air);
  } else {
    const bool across = name != "y";
    const double air = across ? 0.03 * std::max(high - low, 1e-9) : 0.08 * high;
    text += fmt::format("set {}range [{:.6g}:{:.6g}]\n", name, across ? low - air : 0, high + air);
  }
}

std::vector<std::string> wrap_small_print(const Figure& figure) {
  std::string all;
  for (const std::string& remark : figure.remarks) all += remark + " ";
  std::vector<std::string> lines;
  for (const std::string& paragraph : {all, figure.small_print}) {
    const std::string broken = wrapped(paragraph, letters_of_small_print, "", true);
    std::size_t begin = 0;
    while (begin < broken.size()) {
      const std::size_t end = std::min(broken.find('\n', begin), broken.size());
      if (end > begin) lines.push_back(broken.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return lines;
}

/// Curves, or points below limits, as gnuplot's data blocks and plot commands: lines first, then
/// marks, then the legend.
class Lines {
 public:
  explicit Lines(const Figure& figure) : figure_(figure) {
    for (const Series& series : figure.series)
      for (const Point& p : series.points) grid_.insert(p.x);
    for (std::size_t i = 0; i < figure.limits.size(); ++i)
      add_limit(figure.limits[i], fmt::format("limit{}", i));
    for (std::size_t i = 0; i < figure.series.size(); ++i)
      add_series(figure.series[i], fmt::format("data{}", i));
  }

  void add_to(std::string& text) const {
    const auto [low_x, high_x] = std::minmax_element(xs_.begin(), xs_.end());
    const auto [low_y, high_y] = std::minmax_element(ys_.begin(), ys_.end());
    set_range(text, "x", figure_.x, *low_x, *high_x);
    set_range(text, "y", figure_.y, *low_y, *high_y);
    if (!figure_.top.empty()) {
      text += "set xtics nomirror\n" + format_ticks("x2", figure_.top);
      text += fmt::format("set x2label {}\n", gnuplot_quoted(figure_.top_label));
      if (figure_.x.log) text += "set logscale x2\n";
      set_range(text, "x2", figure_.x, *low_x, *high_x);
    }
    std::string plot = lines_ + marks_ + legend_;
    plot.erase(plot.rfind(", \\\n"));
    text += data_ + "plot \\\n" + plot + "\n";
  }

 private:
  void add_data(const Series& series, const std::string& name, bool on_grid) {
    data_ += fmt::format("${} << END\n", name);
    const Point* before = nullptr;
    for (const Point& p : series.points) {
      // Interrupt the line at a size where only this series has no result.
      if (on_grid && before != nullptr && std::next(grid_.find(before->x)) != grid_.find(p.x))
        data_ += "\n";
      before = &p;
      data_ += fmt::format("{:.8g} {:.8g} {:.8g} {:.8g} {}\n", p.x, p.y, p.low, p.high,
                           p.verified ? 1 : 0);
      xs_.push_back(p.x);
      ys_.push_back(p.y);
    }
    data_ += "END\n";
  }

  void add_limit(const Series& limit, const std::string& name) {
    constexpr const char* look = "with lines lw 5 lc rgb '#c8c8c8'";
    add_data(limit, name, false);
    lines_ += fmt::format("  ${} using 1:2 {} notitle, \\\n", name, look);
    legend_ += fmt::format("  keyentry {} title {}, \\\n", look, gnuplot_quoted(limit.name));
  }

  void add_series(const Series& series, const std::string& name) {
    const Pen pen = choose_pen(series);
    const std::string look = fmt::format("lc rgb '{}'", pen.colour);
    const bool line = figure_.limits.empty();
    const double size = line ? 1.0 : 1.4;  // of the marks
    const auto any = [&](auto what) {
      return std::any_of(series.points.begin(), series.points.end(), what);
    };
    add_data(series, name, true);
    lines_ += fmt::format("  ${} using 1:2 with lines lw {} dt {} {} notitle, \\\n", name,
                          pen.width, pen.dash, look);
    if (any([](const Point& p) { return p.low > 0 && p.high > 1.03 * p.low; }))
      lines_ += fmt::format(
          "  ${} using 1:3:(0):($4-$3) with vectors nohead lw 1.2 {} notitle, \\\n", name, look);
    marks_ +=
        fmt::format("  ${0} using 1:($5==1?$2:NaN) with points pt {1} ps {3} {2} notitle, \\\n",
                    name, pen.mark, look, size);
    if (any([](const Point& p) { return !p.verified; }))
      marks_ += fmt::format(
          "  ${0} using 1:($5==0?$2:NaN) with points pt 7 ps 0.8 lc rgb 'white' notitle, \\\n"
          "  ${0} using 1:($5==0?$2:NaN) with points pt {1} ps {3} lw 2 {2} notitle, \\\n",
          name, pen.mark - 1, look, size);
    legend_ += fmt::format("  keyentry with {} lw {} dt {} pt {} ps 1 {} title {}, \\\n",
                           line ? "linespoints" : "points", pen.width, pen.dash, pen.mark, look,
                           gnuplot_quoted(series.name));
  }

  const Figure& figure_;
  std::set<double> grid_;  // where any series has a point
  std::vector<double> xs_, ys_;
  std::string data_, lines_, marks_, legend_;
};

void add_bars(std::string& text, const Figure& figure) {
  const std::size_t groups = figure.categories.size(), bars = figure.series.size();
  double high = 0;
  std::string data, plot, labels;
  const double bar = 0.8 / static_cast<double>(bars);
  std::size_t longest = 0;
  for (const std::string& category : figure.categories)
    longest = std::max(longest, category.size());
  for (std::size_t i = 0; i < bars; ++i) {
    const Series& series = figure.series[i];
    const Pen pen = choose_pen(series);
    data += fmt::format("$data{} << END\n", i);
    for (const Point& p : series.points) {
      const double middle =
          p.x + (static_cast<double>(i) - 0.5 * static_cast<double>(bars - 1)) * bar;
      data += fmt::format("{:.8g} {:.8g} {:.8g} {:.8g} {}\n", middle, p.y, p.low, p.high,
                          p.verified ? 1 : 0);
      high = std::max(high, p.high);
      if (bars == 1) {
        labels += fmt::format("set label {} at {},{:.8g} center offset 0,0.6 font ',11'\n",
                              gnuplot_quoted(number_text(p.y)), middle, p.high);
      }
    }
    data += "END\n";
    plot += fmt::format(
        "  $data{0} using 1:2:({1}) with boxes fc rgb '{2}' fs solid {3} noborder {4}, \\\n"
        "  $data{0} using 1:($5==0?$2:NaN):({1}) with boxes fc rgb '{2}' fs empty border lc rgb "
        "'{2}' notitle, \\\n"
        "  $data{0} using 1:3:(0):($4-$3) with vectors nohead lw 1.5 lc rgb '#111111' notitle, "
        "\\\n",
        i, 0.92 * bar, pen.colour, "0.85",
        bars == 1 ? "notitle" : "title " + gnuplot_quoted(series.name));
  }
  std::vector<Tick> ticks;
  for (std::size_t i = 0; i < groups; ++i)
    ticks.push_back({static_cast<double>(i), figure.categories[i]});
  text += format_ticks("x", ticks);
  text += "set xtics scale 0" + std::string(longest * groups > 80 ? " rotate by -35\n" : "\n");
  text += fmt::format("set xrange [-0.6:{:.2f}]\nset yrange [0:{:.6g}]\n",
                      static_cast<double>(groups) - 0.4, 1.12 * high);
  text += labels + data;
  plot.erase(plot.rfind(", \\\n"));
  text += "plot \\\n" + plot + "\n";
}

}  // namespace

std::string gnuplot_quoted(const std::string& text, bool markup) {
  std::string quoted = "\"";
  for (const char c : printable(text, true)) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
    } else if (!markup &&
               (c == '_' || c == '^' || c == '@' || c == '{' || c == '}' || c == '&' || c == '~')) {
      quoted += "\\\\";  // one for the string, one for the markup
    } else if (c == '\n') {
      quoted += ' ';
      continue;
    }
    quoted += c;
  }
  return quoted + "\"";
}

std::string gnuplot_script(const Figure& figure) {
  const std::vector<std::string> lines = wrap_small_print(figure);
  const bool rotated = figure.kind == Figure::Kind::bars;
  const double bottom =
      0.16 + (rotated ? 0.05 : 0) + line_of_small_print * static_cast<double>(lines.size());
  const double top = figure.top.empty() ? 0.89 : 0.80;
  // Small enough for a legend in one column: gnuplot would use two, and leave no space for the
  // plot.
  constexpr double legend_font = 13, legend_line = 2.1;  // a line's height in units of its font
  const double rows = height * (top - bottom) / legend_line;
  const double entries = static_cast<double>(figure.series.size() + figure.limits.size());
  const double font = std::min(legend_font, rows / std::max(entries, 1.0));
  std::string text = fmt::format(
      "# {}. Written by `warpgrade bench`; run it by `gnuplot {}.gp`.\n"
      "set encoding utf8\n"
      "set terminal svg size {},{} dynamic enhanced font 'DejaVu Sans,14' fontscale 1.15 "
      "background rgb 'white'\n"
      "set output '{}.svg'\n"
      "set border 3 lc rgb '#444444'\n"
      "set grid x y lt 1 dt 1 lc rgb '#e6e6e6' lw 1\n"
      "set tics nomirror out tc rgb '#222222' font ',13'\n"
      "set key outside right center reverse Left samplen 2.2 spacing 1.25 font ',{:.3g}'\n"
      "set bmargin at screen {:.3f}\n"
      "set tmargin at screen {:.3f}\n"
      "set label {} at screen 0.012,0.957 left font ',16'\n",
      figure.title, figure.name, width, height, figure.name, font, bottom, top,
      gnuplot_quoted(figure.title));
  if (!figure.warning.empty())
    text += fmt::format("set label {} at screen 0.988,0.957 right font ',13' tc rgb '#b03000'\n",
                        gnuplot_quoted(figure.warning));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += fmt::format("set label {} at screen 0.012,{:.3f} left font ',10' tc rgb '#555555'\n",
                        gnuplot_quoted(lines[i]),
                        0.018 + line_of_small_print * static_cast<double>(lines.size() - 1 - i));
  }
  set_axis(text, "x", figure.x);
  set_axis(text, "y", figure.y);
  if (figure.kind == Figure::Kind::lines)
    Lines(figure).add_to(text);
  else
    add_bars(text, figure);
  text += fmt::format(
      "set terminal pngcairo size {},{} enhanced font 'DejaVu Sans,14' background rgb 'white' "
      "fontscale 1.5 linewidth 1.5 pointscale 1.5\n"
      "set output '{}.png'\n"
      "replot\n"
      "set output\n",
      width * 3 / 2, height * 3 / 2, figure.name);
  return text;
}

}  // namespace warpgrade

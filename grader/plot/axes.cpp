#include "plot/axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace warpgrade {
namespace {

/// The share of an axis taken by a label's character, and the gap between two labels.
constexpr double letter = 0.0185, air_between = 0.02;

/// The number of visible characters: the raised ones of "2^{20}" are small.
double label_width(const std::string& label) {
  if (label.find("^{") != label.npos) return 0.8 * static_cast<double>(label.size() - 3);
  return static_cast<double>(
      std::count_if(label.begin(), label.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string decade_label(double value, const std::string& unit) {
  if (!unit.empty()) return with_prefix(value) + unit;
  if (value >= 1e4 || value < 1e-3) {
    const int exponent = static_cast<int>(std::floor(std::log10(value) + 1e-9));
    const double digit = value / std::pow(10.0, exponent);
    return digit < 1.5 ? fmt::format("10^{{{}}}", exponent)
                       : fmt::format("{:.0f}·10^{{{}}}", digit, exponent);
  }
  return fmt::format("{:g}", value);
}

}  // namespace

std::string with_prefix(double value) {
  constexpr std::array<const char*, 9> prefixes = {"p", "n", "µ", "m", "", "k", "M", "G", "T"};
  if (!(value > 0)) return "0 ";
  const int third = std::clamp(static_cast<int>(std::floor(std::log10(value) / 3 + 1e-9)), -4, 4);
  return fmt::format("{:.3g} {}", value / std::pow(1000.0, third),
                     prefixes[static_cast<std::size_t>(third + 4)]);
}

std::string count_label(double value) {
  const double exponent = std::log2(value);
  if (value >= 65536 && exponent == std::floor(exponent))
    return fmt::format("2^{{{:.0f}}}", exponent);
  if (value < 1e5) return fmt::format("{:.0f}", value);
  std::string text = with_prefix(value);
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

std::vector<Tick> log_ticks(const std::vector<double>& values, const std::string& unit) {
  double low = 0, high = 0;
  for (const double value : values) {
    if (!(value > 0)) continue;
    low = low == 0 ? value : std::min(low, value);
    high = std::max(high, value);
  }
  std::vector<Tick> ticks;
  if (low == 0) return ticks;
  const double decades = std::log10(high / low);
  const int first = static_cast<int>(std::floor(std::log10(low))) - 1;
  const int last = static_cast<int>(std::ceil(std::log10(high))) + 1;
  const int step = decades > 9 ? 2 : 1;
  for (int exponent = first; exponent <= last; ++exponent) {
    for (int digit = 1; digit <= 9; ++digit) {
      const double at = digit * std::pow(10.0, exponent);
      const bool labelled = (digit == 1 && exponent % step == 0) ||
                            (decades < (unit.empty() ? 2.5 : 1.5) && (digit == 2 || digit == 5)) ||
                            (decades < 0.7 && digit != 7 && digit != 9);
      ticks.push_back({at, labelled ? decade_label(at, unit) : ""});
    }
  }
  return ticks;
}

std::vector<Tick> ticks_at(const std::vector<double>& values, bool log) {
  std::vector<Tick> ticks;
  for (const double value : values) ticks.push_back({value, count_label(value)});
  return without_overlaps(std::move(ticks), log);
}

std::vector<Tick> without_overlaps(std::vector<Tick> ticks, bool log) {
  std::sort(ticks.begin(), ticks.end(), [](const Tick& a, const Tick& b) { return a.at < b.at; });
  ticks.erase(std::unique(ticks.begin(), ticks.end(),
                          [](const Tick& a, const Tick& b) { return a.at == b.at; }),
              ticks.end());
  if (ticks.empty() || (log && ticks.front().at <= 0)) return {};
  const auto place = [&](double value) { return log ? std::log(value) : value; };
  const double range = std::max(place(ticks.back().at) - place(ticks.front().at), 1e-9);
  const auto touch = [&](const Tick& a, const Tick& b) {
    return (place(b.at) - place(a.at)) / range <
           air_between + 0.5 * letter * (label_width(a.label) + label_width(b.label));
  };
  std::size_t last = 0;
  for (std::size_t i = 1; i < ticks.size(); ++i) {
    if (!touch(ticks[last], ticks[i])) {
      last = i;
    } else if (i + 1 < ticks.size()) {
      ticks[i].label.clear();
    } else {  // the largest size matters more than the one before it
      ticks[last].label.clear();
    }
  }
  return ticks;
}

}  // namespace warpgrade

#include "plot/axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace warpgrade {
namespace {

/// Part of an axis that a label takes, and a little air.
constexpr double least_distance = 0.055;

std::string decade_label(double value, const std::string& unit) {
  if (!unit.empty()) return with_prefix(value) + unit;
  if (value >= 1e5 || value < 1e-3) {
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
  if (value >= 65536 && exponent == std::floor(exponent)) return fmt::format("2^{{{:.0f}}}", exponent);
  if (value < 1e5) return fmt::format("{:.0f}", value);
  std::string text = with_prefix(value);
  if (!text.empty() && text.back() == ' ') text.pop_back();
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
                            (decades < 2.5 && (digit == 2 || digit == 5)) ||
                            (decades < 0.7 && digit != 7 && digit != 9);
      ticks.push_back({at, labelled ? decade_label(at, unit) : ""});
    }
  }
  return ticks;
}

std::vector<Tick> ticks_at(std::vector<double> values, bool log) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.empty() || (log && values.front() <= 0)) return {};
  const auto place = [&](double value) { return log ? std::log(value) : value; };
  const double range = place(values.back()) - place(values.front());
  std::vector<Tick> ticks;
  double before = 0;
  for (const double value : values) {
    const bool room =
        ticks.empty() || place(value) - before >= least_distance * std::max(range, 1e-9);
    // The last size matters more than the one before it.
    if (!room && value != values.back()) {
      ticks.push_back({value, ""});
      continue;
    }
    if (!room) ticks.back().label.clear();
    ticks.push_back({value, count_label(value)});
    before = place(value);
  }
  return ticks;
}

}  // namespace warpgrade

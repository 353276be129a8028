#include "lab/element.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

namespace warpgrade {
namespace {

/// The smallest and largest value of an integer type.
std::pair<double, double> limits(Element element) {
  constexpr double exact = 0x1p53 - 1;
  if (element == Element::i64) return {-exact, exact};
  return with_element_type(element, Real::f32, [](auto typed) -> std::pair<double, double> {
    using Limits = std::numeric_limits<decltype(typed)>;
    return {static_cast<double>(Limits::lowest()), static_cast<double>(Limits::max())};
  });
}

}  // namespace

bool holds(Element element, double value) {
  if (!is_whole(element)) return true;
  const auto [least, most] = limits(element);
  return least <= value && value <= most && std::floor(value) == value;
}

std::string format_range(Element element) {
  const auto [least, most] = limits(element);
  return fmt::format("{:.0f} to {:.0f}", least, most);
}

double round_to(Element element, Real real, double value) {
  if (element == Element::real) return round_to(real, value);
  return element == Element::f32 ? round_to(Real::f32, value) : value;
}

std::string shown(Element element, double value, int digits) {
  if (std::isnan(value)) return "NaN";  // its sign has no meaning
  return is_whole(element) ? fmt::format("{:.0f}", value) : fmt::format("{:.{}g}", value, digits);
}

}  // namespace warpgrade

// The types that a contract's arrays may have, and their values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "lab/real.h"

namespace warpgrade {

/// `real` is float or double, depending on the grade's precision; the others are the same in both.
enum class Element { real, f32, f64, i32, u32, u8, i64 };

/// The type's name in contracts.
constexpr std::string_view name(Element element) {
  constexpr std::string_view names[] = {"real",     "float",         "double",   "int",
                                        "unsigned", "unsigned char", "long long"};
  return names[static_cast<int>(element)];
}

constexpr bool is_whole(Element element) { return element >= Element::i32; }

/// Bytes of one value.
constexpr std::size_t bytes_per_value(Element element, Real real) {
  if (element == Element::real) return bytes_per_value(real);
  if (element == Element::u8) return 1;
  return element == Element::f64 || element == Element::i64 ? 8 : 4;
}

/// Calls `use` with a value of the C++ type.
auto with_element_type(Element element, Real real, auto&& use) {
  switch (element) {
    case Element::real:
      return real == Real::f32 ? use(float{}) : use(double{});
    case Element::f32:
      return use(float{});
    case Element::f64:
      return use(double{});
    case Element::i32:
      return use(std::int32_t{});
    case Element::u32:
      return use(std::uint32_t{});
    case Element::u8:
      return use(std::uint8_t{});
    case Element::i64:
      break;
  }
  return use(std::int64_t{});
}

/// Whether the type has exactly this value. The grader computes in double, so for long long only
/// values below 2^53 in magnitude count.
bool holds(Element element, double value);

/// "0 to 255", for messages.
std::string format_range(Element element);

/// The nearest value of the type. Whole numbers stay as they are.
double round_to(Element element, Real real, double value);

/// Stores a value that the type can hold.
inline void store(std::byte* at, Element element, Real real, double value) {
  with_element_type(element, real, [&](auto typed) {
    typed = static_cast<decltype(typed)>(value);
    std::memcpy(at, &typed, sizeof typed);
  });
}

/// Loads the value at `at`. A long long of 2^53 or more is rounded, and differs from every value
/// that holds().
inline double load(const std::byte* at, Element element, Real real) {
  return with_element_type(element, real, [&](auto typed) {
    std::memcpy(&typed, at, sizeof typed);
    return static_cast<double>(typed);
  });
}

/// A value for reports: whole numbers with all digits, others with `digits`.
std::string shown(Element element, double value, int digits);

}  // namespace warpgrade

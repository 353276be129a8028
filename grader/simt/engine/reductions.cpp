#include "engine/reductions.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "simt/small_floats.h"

namespace simt::detail {

namespace {

/// 16-bit floating-point formats, stored as bits.
template <class Format>
struct Small {
  std::uint16_t bits;
};

template <class Format>
Small<Format> combined(Reduction reduction, Small<Format> a, Small<Format> b) {
  const double x = decode<Format>(a.bits), y = decode<Format>(b.bits);
  const double result = reduction == Reduction::add   ? x + y
                        : reduction == Reduction::min ? std::fmin(x, y)
                                                      : std::fmax(x, y);
  return {static_cast<std::uint16_t>(encode<Format>(result))};
}

template <class T>
T combined_bits(Reduction reduction, T a, T b) {
  switch (reduction) {
    case Reduction::and_:
      return a & b;
    case Reduction::or_:
      return a | b;
    case Reduction::xor_:
      return a ^ b;
    case Reduction::inc:
      return a >= b ? 0 : a + 1;
    default:
      return a == 0 || a > b ? b : a - 1;
  }
}

template <class T>
T combined(Reduction reduction, T a, T b) {
  if (reduction == Reduction::min) return std::min(a, b);
  if (reduction == Reduction::max) return std::max(a, b);
  if constexpr (std::is_integral_v<T>) {
    using Bits = std::make_unsigned_t<T>;
    const auto x = static_cast<Bits>(a), y = static_cast<Bits>(b);
    if (reduction != Reduction::add) return static_cast<T>(combined_bits(reduction, x, y));
    return static_cast<T>(x + y);
  } else {
    return a + b;
  }
}

/// A NaN sum has all bits set but the sign, as on a GPU.
float combined(Reduction, float a, float b) {
  const float sum = a + b;
  return std::isnan(sum) ? std::bit_cast<float>(0x7fffffffu) : sum;
}

float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x; }

/// Flushes subnormal numbers to zero.
struct Flushed {
  float value;
};
Flushed combined(Reduction, Flushed a, Flushed b) {
  return {flushed(combined(Reduction::add, flushed(a.value), flushed(b.value)))};
}

template <class T>
void reduce_all(Reduction reduction, void* to, const void* from, std::size_t size) {
  using Bits = std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                  std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;
  auto* const bits = static_cast<Bits*>(to);
  for (std::size_t i = 0; i < size / sizeof(T); ++i) {
    T comes, there;
    std::memcpy(&comes, static_cast<const char*>(from) + i * sizeof(T), sizeof comes);
    Bits seen = __atomic_load_n(bits + i, __ATOMIC_RELAXED), wanted;
    do {
      std::memcpy(&there, &seen, sizeof there);
      const T result = combined(reduction, there, comes);
      std::memcpy(&wanted, &result, sizeof wanted);
    } while (!__atomic_compare_exchange_n(bits + i, &seen, wanted, false, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
  }
}

}  // namespace

bool can_reduce(Reduction reduction, Element element) {
  switch (element) {
    case Element::u8:
    case Element::u16:
      return false;
    case Element::u32:
      return true;
    case Element::s32:
    case Element::u64:
      return reduction != Reduction::inc && reduction != Reduction::dec;
    case Element::s64:
      return reduction == Reduction::min || reduction == Reduction::max;
    case Element::f16:
    case Element::bf16:
      return reduction <= Reduction::max;
    default:
      return reduction == Reduction::add;
  }
}

void reduce(Reduction reduction, Element element, void* to, const void* from, std::size_t size) {
  switch (element) {
    case Element::u32:
      return reduce_all<std::uint32_t>(reduction, to, from, size);
    case Element::s32:
      return reduce_all<std::int32_t>(reduction, to, from, size);
    case Element::u64:
      return reduce_all<std::uint64_t>(reduction, to, from, size);
    case Element::s64:
      return reduce_all<std::int64_t>(reduction, to, from, size);
    case Element::f16:
      return reduce_all<Small<HalfFormat>>(reduction, to, from, size);
    case Element::bf16:
      return reduce_all<Small<Bfloat16Format>>(reduction, to, from, size);
    case Element::f32_ftz:
    case Element::tf32_ftz:
      return reduce_all<Flushed>(reduction, to, from, size);
    case Element::f32:
    case Element::tf32:
      return reduce_all<float>(reduction, to, from, size);
    case Element::f64:
      return reduce_all<double>(reduction, to, from, size);
    default:
      return;
  }
}

}  // namespace simt::detail

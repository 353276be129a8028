#include "simt/matrix.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "simt/small_floats.h"

namespace simt::detail {

namespace {

constexpr int most_of_a_lane = 32, most_of_a_matrix = 1024;

/// Element `i` of a lane's elements, which are stored contiguously.
template <class T>
T element(const void* from, int i) {
  T value;
  std::memcpy(&value, static_cast<const char*>(from) + i * static_cast<int>(sizeof value),
              sizeof value);
  return value;
}

template <class Format, class Bits, class Sum>
void decode_all(const void* from, int count, Sum* to) {
  for (int i = 0; i < count; ++i) to[i] = static_cast<Sum>(decode<Format>(element<Bits>(from, i)));
}
template <class T, class Sum>
void widen_all(const void* from, int count, Sum* to) {
  for (int i = 0; i < count; ++i) to[i] = static_cast<Sum>(element<T>(from, i));
}

template <class Sum>
void read_all(Number number, const void* from, int count, Sum* to) {
  switch (number) {
    case Number::f16:
      return decode_all<HalfFormat, std::uint16_t>(from, count, to);
    case Number::bf16:
      return decode_all<Bfloat16Format, std::uint16_t>(from, count, to);
    case Number::e4m3:
      return decode_all<E4M3Format, std::uint8_t>(from, count, to);
    case Number::e5m2:
      return decode_all<E5M2Format, std::uint8_t>(from, count, to);
    case Number::tf32:  // the lowest 13 bits of a float are ignored
      for (int i = 0; i < count; ++i)
        to[i] = static_cast<Sum>(
            same_bits<float>(element<std::uint32_t>(from, i) & ~std::uint32_t{0x1fff}));
      return;
    case Number::f32:
      return widen_all<float>(from, count, to);
    case Number::f64:
      return widen_all<double>(from, count, to);
    case Number::s8:
      return widen_all<std::int8_t>(from, count, to);
    case Number::u8:
      return widen_all<std::uint8_t>(from, count, to);
    case Number::s32:
      return widen_all<std::int32_t>(from, count, to);
  }
}

template <class T, class Sum>
void narrow(Sum value, void* to, int i) {
  const T narrowed = static_cast<T>(value);
  std::memcpy(static_cast<char*>(to) + i * static_cast<int>(sizeof narrowed), &narrowed,
              sizeof narrowed);
}

template <class Sum>
void write(Number number, bool saturate, Sum value, void* to, int i) {
  switch (number) {
    case Number::f16:
      return narrow<std::uint16_t>(encode<HalfFormat>(static_cast<double>(value)), to, i);
    case Number::f64:
      return narrow<double>(value, to, i);
    case Number::s32: {
      using Limits = std::numeric_limits<std::int32_t>;
      if (saturate)
        value = std::clamp(value, static_cast<Sum>(Limits::min()), static_cast<Sum>(Limits::max()));
      return narrow<std::int32_t>(value, to, i);
    }
    default:
      return narrow<float>(value, to, i);
  }
}

/// Stores a fragment by rows of its matrix; `width` is the matrix's width.
template <class Sum>
void gather(MatrixOperation* const lanes[32], Fragment MatrixOperation::*of,
            const void* MatrixOperation::*from, int width, Sum* matrix) {
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!lanes[lane]) continue;
    const Fragment& f = lanes[lane]->*of;
    const int count = f.of_a_lane();
    Sum mine[most_of_a_lane];
    read_all(f.number, lanes[lane]->*from, count, mine);
    for (int i = 0; i < count; ++i) {
      const int row = f.row(lane, i), column = f.column(lane, i);
      matrix[f.transposed ? column * width + row : row * width + column] = mine[i];
    }
  }
}

/// Products are exact, or nearly so, and are added one after the other. A GPU's tensor core adds
/// several at once and drops bits far below the largest.
template <class Sum>
void multiply(MatrixOperation* const lanes[32], const MatrixOperation& one) {
  const int m = one.d.rows, n = one.d.columns;
  const int k = one.a.transposed ? one.a.rows : one.a.columns;
  Sum a[most_of_a_matrix]{}, b[most_of_a_matrix]{}, c[most_of_a_matrix]{};
  gather(lanes, &MatrixOperation::a, &MatrixOperation::from_a, k, a);
  gather(lanes, &MatrixOperation::b, &MatrixOperation::from_b, n, b);
  gather(lanes, &MatrixOperation::c, &MatrixOperation::from_c, n, c);
  for (int row = 0; row < m; ++row) {
    Sum* const to = c + row * n;
    for (int i = 0; i < k; ++i) {
      const Sum factor = a[row * k + i];
      for (int column = 0; column < n; ++column) to[column] += factor * b[i * n + column];
    }
  }
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!lanes[lane]) continue;
    const Fragment& f = lanes[lane]->d;
    for (int i = 0; i < f.of_a_lane(); ++i)
      write(f.number, one.saturate, c[f.row(lane, i) * n + f.column(lane, i)], lanes[lane]->to, i);
  }
}

/// Element e of row r of tile t: held by lane 8 * t + r as part of its row, or by lane 4 * r + e /
/// 2 as part t; in a transposed tile, r and e are swapped.
void move(MatrixOperation* const lanes[32], const MatrixOperation& one) {
  std::uint16_t tile[4][8][8]{};
  const bool from_rows = one.what == MatrixOperation::rows_to_lanes;
  const auto each = [&](bool by_rows, auto visit) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (!lanes[lane] || (by_rows && lane >= 8u * one.tiles)) continue;
      for (unsigned i = 0; i < (by_rows ? 8u : 2u * one.tiles); ++i) {
        unsigned t = lane / 8, row = lane % 8, column = i;
        if (!by_rows) {
          t = i / 2, row = lane / 4, column = lane % 4 * 2 + i % 2;
          if (one.transposed) std::swap(row, column);
        }
        visit(*lanes[lane], static_cast<int>(i), tile[t][row][column]);
      }
    }
  };
  each(from_rows, [](const MatrixOperation& lane, int i, std::uint16_t& e) {
    e = element<std::uint16_t>(lane.from_a, i);
  });
  each(!from_rows, [](const MatrixOperation& lane, int i, std::uint16_t& e) {
    narrow<std::uint16_t>(e, lane.to, i);
  });
}

bool same(const MatrixOperation& x, const MatrixOperation& y) {
  const auto alike = [](const Fragment& f, const Fragment& g) {
    return f.number == g.number && f.rows == g.rows && f.columns == g.columns && f.run == g.run &&
           f.transposed == g.transposed;
  };
  return x.what == y.what && x.tiles == y.tiles && x.transposed == y.transposed &&
         alike(x.a, y.a) && alike(x.b, y.b) && alike(x.c, y.c) && alike(x.d, y.d);
}

}  // namespace

void operate(MatrixOperation* const lanes[32]) {
  MatrixOperation* alike[32];
  const MatrixOperation* one = nullptr;
  // Lanes with different operations are undefined behavior: the first lane's operation is used.
  for (int lane = 0; lane < 32; ++lane) {
    alike[lane] = lanes[lane];
    if (lanes[lane] && !one) one = lanes[lane];
    if (lanes[lane] && !same(*lanes[lane], *one)) alike[lane] = nullptr;
  }
  switch (one->what) {
    case MatrixOperation::meeting:
      return;
    case MatrixOperation::product:
      if (one->d.number == Number::f64) return multiply<double>(alike, *one);
      if (one->d.number == Number::s32) return multiply<std::int64_t>(alike, *one);
      return multiply<float>(alike, *one);
    default:
      return move(alike, *one);
  }
}

}  // namespace simt::detail

// __fadd_rd and its kin: the result in each mode is the neighbor of the exact one that the mode
// asks for. The exact result is never computed; a point in quadruple precision is compared with it.
#include <cmath>
#include <cstdint>
#include <limits>

#include "expect.h"
#include "small_float_reference.h"

using expect::Device;
#ifdef __x86_64__
using Quad = __float128;
#else
using Quad = long double;  // of 128 bits
#endif

enum Operation { add, sub, mul, quotient, fused, reciprocal, root, operations };
constexpr const char* names[] = {"add", "sub", "mul", "div", "fma", "rcp", "sqrt"};
constexpr int samples = 20000;

#define IN_ALL_MODES(f, ...)                                                                      \
  o[0] = __##f##_rn(__VA_ARGS__), o[1] = __##f##_rz(__VA_ARGS__), o[2] = __##f##_rd(__VA_ARGS__), \
  o[3] = __##f##_ru(__VA_ARGS__), o += 4

__device__ void all_modes(float x, float y, float z, float* o) {
  IN_ALL_MODES(fadd, x, y);
  IN_ALL_MODES(fsub, x, y);
  IN_ALL_MODES(fmul, x, y);
  IN_ALL_MODES(fdiv, x, y);
  IN_ALL_MODES(fmaf, x, y, z);
  IN_ALL_MODES(frcp, y);
  IN_ALL_MODES(fsqrt, fabsf(x));
}
__device__ void all_modes(double x, double y, double z, double* o) {
  IN_ALL_MODES(dadd, x, y);
  IN_ALL_MODES(dsub, x, y);
  IN_ALL_MODES(dmul, x, y);
  IN_ALL_MODES(ddiv, x, y);
  IN_ALL_MODES(fma, x, y, z);
  IN_ALL_MODES(drcp, y);
  IN_ALL_MODES(dsqrt, fabs(x));
}

template <class T>
__global__ void operate(const T* in, T* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < samples) all_modes(in[3 * i], in[3 * i + 1], in[3 * i + 2], out + 4 * operations * i);
}

/// The sign of (point - exact result), where y > 0. All products have at most 113 bits.
template <class T>
int compared(Operation what, Quad point, T x, T y, T z) {
  Quad difference = 0;
  switch (what) {
    case add:
      difference = point - (static_cast<Quad>(x) + y);
      break;
    case sub:
      difference = point - (static_cast<Quad>(x) - y);
      break;
    case mul:
      difference = point - static_cast<Quad>(x) * y;
      break;
    case quotient:
      difference = point * y - x;
      break;
    case fused:
      difference = point - (static_cast<Quad>(x) * y + z);
      break;
    case reciprocal:
      difference = point * y - 1;
      break;
    default:
      difference = point * point - (x < 0 ? -x : x);
  }
  return difference < 0 ? -1 : difference > 0;
}

/// `sign(point)` tells where the exact result is.
template <class T, class F>
void expect_modes(const char* what, const T* r, bool negative, F sign) {
  const T infinity = std::numeric_limits<T>::infinity();
  const T down = r[2], up = r[3];
  const bool tight = sign(down) <= 0 && sign(std::nextafter(down, infinity)) > 0 && sign(up) >= 0 &&
                     sign(std::nextafter(up, -infinity)) < 0;
  const int middle = sign((static_cast<Quad>(down) + up) / 2);
  std::int64_t bits = 0;
  std::memcpy(&bits, &down, sizeof down);
  const T nearest = middle > 0 ? down : middle < 0 ? up : bits & 1 ? up : down;
  if (tight && r[0] == nearest && r[1] == (negative ? up : down)) return;
  char text[200];
  std::snprintf(text, sizeof text, "%s: rn %a rz %a rd %a ru %a", what, static_cast<double>(r[0]),
                static_cast<double>(r[1]), static_cast<double>(r[2]), static_cast<double>(r[3]));
  expect::fail(__FILE__, __LINE__, text);
}

template <class T>
void directed_arithmetic() {
  reference::Random random{3};
  constexpr int digits = std::numeric_limits<T>::digits;
  std::vector<T> in(3 * samples);
  for (int i = 0; i < samples; ++i) {
    const auto number = [&](int exponents) {
      const std::uint64_t bits = random.next() | 1ull << 63;
      const T mantissa = static_cast<T>(bits >> (64 - digits));
      return std::ldexp(mantissa, 1 - digits + static_cast<int>(random.next() % exponents));
    };
    // Close enough for sums to be exact in 113 bits; for the third, the product's exponent.
    T x = number(3), y = number(3), z = number(4);
    if (i % 8 == 0) z = -static_cast<T>(x * y);
    if (i % 16 == 1) y = static_cast<T>(1) + std::ldexp(static_cast<T>(i % 5), 1 - digits);
    if (random.next() & 1) x = -x;
    if (random.next() & 1) z = -z;
    in[3 * i] = x, in[3 * i + 1] = y, in[3 * i + 2] = z;
  }
  Device<T> d(in), out(4 * operations * samples);
  operate<<<(samples + 255) / 256, 256>>>(d.data, out.data);
  const std::vector<T> r = out.get();
  for (int i = 0; i < samples; ++i) {
    const T x = in[3 * i], y = in[3 * i + 1], z = in[3 * i + 2];
    for (int op = 0; op < operations; ++op) {
      const auto what = static_cast<Operation>(op);
      const auto sign = [&](Quad point) { return compared(what, point, x, y, z); };
      const T* of = &r[4 * (operations * i + op)];
      expect_modes(names[op], of, of[3] <= 0 && of[2] < 0, sign);
    }
  }
}

TEST(FloatsInEveryRounding) { directed_arithmetic<float>(); }
TEST(DoublesInEveryRounding) { directed_arithmetic<double>(); }

template <class T>
__global__ void limits(T* out, T largest, T least) {
  T o_[4 * operations];
  all_modes(largest, static_cast<T>(1), largest, o_);
  for (int i = 0; i < 4; ++i) out[i] = o_[4 * fused + i];  // beyond the largest number
  all_modes(static_cast<T>(-1), static_cast<T>(1), static_cast<T>(0), o_);
  for (int i = 0; i < 4; ++i) out[4 + i] = o_[4 * add + i];  // a zero
  all_modes(least, static_cast<T>(0.25), static_cast<T>(0), o_);
  for (int i = 0; i < 4; ++i) out[8 + i] = o_[4 * mul + i];  // below the least
}

template <class T>
void at_the_limits() {
  const T infinity = std::numeric_limits<T>::infinity(), largest = std::numeric_limits<T>::max(),
          least = std::numeric_limits<T>::denorm_min();
  Device<T> out(12);
  limits<<<1, 1>>>(out.data, largest, least);
  const std::vector<T> r = out.get();
  EXPECT(r[0] == infinity && r[1] == largest && r[2] == largest && r[3] == infinity);
  for (int i = 4; i < 8; ++i) EXPECT(r[i] == 0 && std::signbit(r[i]) == (i == 6));
  EXPECT(r[8] == 0 && r[9] == 0 && r[10] == 0 && r[11] == least);
}
TEST(InfinityZeroAndSubnormalsInEveryRounding) {
  at_the_limits<float>();
  at_the_limits<double>();
}

#define CONVERTED(from, to, x, o)                                                                 \
  o[0] = __##from##2##to##_rn(x), o[1] = __##from##2##to##_rz(x), o[2] = __##from##2##to##_rd(x), \
  o[3] = __##from##2##to##_ru(x)

__global__ void convert(const long long* in, float* f, double* d) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= samples) return;
  const long long x = in[i];
  float* o = f + 20 * i;
  CONVERTED(ll, float, x, o), o += 4;
  CONVERTED(ull, float, static_cast<unsigned long long>(x), o), o += 4;
  CONVERTED(int, float, static_cast<int>(x), o), o += 4;
  CONVERTED(uint, float, static_cast<unsigned>(x), o), o += 4;
  const double wide = static_cast<double>(x);
  CONVERTED(double, float, wide, o);
  double* p = d + 8 * i;
  CONVERTED(ll, double, x, p), p += 4;
  CONVERTED(ull, double, static_cast<unsigned long long>(x), p);
}

TEST(ConversionsInEveryRounding) {
  reference::Random random{9};
  std::vector<long long> in;
  for (int i = 0; i < samples; ++i)
    in.push_back(static_cast<long long>(random.next()) >> (random.next() % 40));
  Device<long long> d(in);
  Device<float> f(20 * samples);
  Device<double> g(8 * samples);
  convert<<<(samples + 255) / 256, 256>>>(d.data, f.data, g.data);
  const std::vector<float> r = f.get();
  const std::vector<double> s = g.get();
  for (int i = 0; i < samples; ++i) {
    const long long x = in[i];
    const auto to = [](Quad exact) {
      return [exact](Quad point) { return point < exact ? -1 : point > exact; };
    };
    const auto all = static_cast<unsigned long long>(x);
    expect_modes("ll2float", &r[20 * i], x < 0, to(x));
    expect_modes("ull2float", &r[20 * i + 4], false, to(all));
    expect_modes("int2float", &r[20 * i + 8], static_cast<int>(x) < 0, to(static_cast<int>(x)));
    expect_modes("uint2float", &r[20 * i + 12], false, to(static_cast<unsigned>(x)));
    expect_modes("double2float", &r[20 * i + 16], x < 0, to(static_cast<double>(x)));
    expect_modes("ll2double", &s[8 * i], x < 0, to(x));
    expect_modes("ull2double", &s[8 * i + 4], false, to(all));
  }
}

__global__ void not_a_number(long long* out, float f, double d) {
  out[0] = __float2int_rn(f);
  out[1] = __double2uint_rz(d);
  out[2] = __float2ll_rz(f);
  out[3] = static_cast<long long>(__double2ull_rn(d));
  out[4] = __double2int_rn(d);
}
TEST(ANaNAsAWholeNumber) {
  Device<long long> out(5);
  not_a_number<<<1, 1>>>(out.data, std::numeric_limits<float>::quiet_NaN(),
                         std::numeric_limits<double>::quiet_NaN());
  const std::vector<long long> r = out.get();
  EXPECT_EQ(r[0], 0);
  EXPECT_EQ(r[1], 0x80000000ll);
  EXPECT_EQ(r[2], std::numeric_limits<long long>::min());
  EXPECT_EQ(r[3], std::numeric_limits<long long>::min());
  EXPECT_EQ(r[4], std::numeric_limits<int>::min());
}

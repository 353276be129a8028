// Intrinsics with exact results, mathematical functions within their error, min and max.
#include <cmath>
#include <limits>

#include "expect.h"

using expect::Device;

__global__ void integers(unsigned x, unsigned y, long long* out) {
  int i = 0;
  const int s = static_cast<int>(x);
  const unsigned long long wide = static_cast<unsigned long long>(x) << 32 | y;
  out[i++] = __popc(x);
  out[i++] = __popcll(wide);
  out[i++] = __clz(s);
  out[i++] = __clzll(static_cast<long long>(wide >> 7));
  out[i++] = __ffs(s & -4096);
  out[i++] = __ffsll(static_cast<long long>(wide << 20));
  out[i++] = __brev(x);
  out[i++] = static_cast<long long>(__brevll(wide));
  out[i++] = __byte_perm(x, y, 0x5140);
  out[i++] = __byte_perm(x, y, 0x37bf);
  out[i++] = __mulhi(s, static_cast<int>(y));
  out[i++] = __umulhi(x, y);
  out[i++] = __mul24(s, static_cast<int>(y));
  out[i++] = static_cast<long long>(__umul64hi(wide, wide ^ 0x123456789abcdefull));
  out[i++] = __funnelshift_l(x, y, 9);
  out[i++] = __funnelshift_r(x, y, 13);
  out[i++] = __sad(s, static_cast<int>(y), 5);
  out[i++] = __float_as_int(1.5f);
  out[i++] = __double_as_longlong(-2.75);
  out[i++] = static_cast<long long>(__int_as_float(0x40490fdb) * 1000);
  out[i++] = __double2hiint(3.5);
  out[i++] = __float2int_rn(2.5f) * 1000 + __float2int_rz(-2.7f) * 10 + __float2int_ru(1.1f);
  out[i++] = __float2int_rn(1e20f);
  out[i++] = __double2int_rd(-1.5);
  out[i++] = min(3, -4) + max(7u, 9u) + min(2LL, 1LL);
  out[i++] = static_cast<long long>(min(1.5f, 2.5) * 10 + max(-1.0, 4.0));
}

TEST(IntegerIntrinsics) {
  const unsigned x = 0x80f0c3a5u, y = 0x12345678u;
  const unsigned long long wide = static_cast<unsigned long long>(x) << 32 | y;
  Device<long long> out(26);
  integers<<<1, 1>>>(x, y, out.data);
  const std::vector<long long> r = out.get();
  const unsigned __int128 product =
      static_cast<unsigned __int128>(wide) * (wide ^ 0x123456789abcdefull);
  const long long expected[] = {
      13,
      26,
      0,
      7,
      15,
      24,
      0xa5c30f01u,
      static_cast<long long>(0x1e6a2c48a5c30f01ull),
      0x56c378a5u,
      0x80120012u,
      0,
      static_cast<long long>(static_cast<unsigned long long>(x) * y >> 32),
      0,
      static_cast<long long>(static_cast<unsigned long long>(product >> 64)),
      (y << 9) | (x >> 23),
      (y << 19) | (x >> 13)};
  for (int i : {0, 1, 2, 3, 5, 6, 7, 11, 13, 14, 15}) EXPECT_EQ(r[i], expected[i]);
  EXPECT_EQ(r[4], __builtin_ffs(static_cast<int>(x) & -4096));
  EXPECT_EQ(r[10], static_cast<long long>(static_cast<int>(x)) * static_cast<int>(y) >> 32);
  EXPECT_EQ(r[8], 0x56c378a5LL);
  EXPECT_EQ(r[16], 5 + static_cast<long long>(y) - static_cast<int>(x));
  EXPECT_EQ(r[17], 0x3fc00000);
  EXPECT_EQ(r[18], static_cast<long long>(0xc006000000000000ull));
  EXPECT_EQ(r[19], 3141);
  EXPECT_EQ(r[20], 0x400c0000);
  EXPECT_EQ(r[21], 2000 - 20 + 2);
  EXPECT_EQ(r[22], 2147483647);
  EXPECT_EQ(r[23], -2);
  EXPECT_EQ(r[24], -4 + 9 + 1);
  EXPECT_EQ(r[25], 19);
}

__global__ void reals(double x, double* d, float* f) {
  const float y = static_cast<float>(x);
  int i = 0;
  d[i] = rsqrt(x), f[i++] = rsqrtf(y);
  d[i] = rcbrt(x), f[i++] = rcbrtf(y);
  d[i] = sinpi(x), f[i++] = sinpif(y);
  d[i] = cospi(x), f[i++] = cospif(y);
  sincospi(x, &d[i], &d[i + 1]);
  sincospif(y, &f[i], &f[i + 1]);
  i += 2;
  sincos(x, &d[i], &d[i + 1]);
  sincosf(y, &f[i], &f[i + 1]);
  i += 2;
  d[i] = exp10(x), f[i++] = exp10f(y);
  d[i] = hypot(x, 2.0), f[i++] = hypotf(y, 2.0f);
  d[i] = fma(x, x, 1.0), f[i++] = __fmaf_rn(y, y, 1.0f);
  d[i] = normcdf(x), f[i++] = normcdff(y);
  d[i] = exp(-x), f[i++] = __expf(-y);
  d[i] = log(x), f[i++] = __logf(y);
  d[i] = 1 / x, f[i++] = __fdividef(1.0f, y);
  d[i] = pow(x, 1.5), f[i++] = __powf(y, 1.5f);
  d[i] = fabs(-x), f[i++] = fabsf(-y);
  d[i] = erf(x), f[i++] = erff(y);
  d[i] = tgamma(x), f[i++] = tgammaf(y);
  d[i] = x > 1 ? 1 : x, f[i++] = __saturatef(y);
  d[i] = abs(-x), f[i++] = abs(-y);
  d[i] = rnorm3d(x, 1, 2), f[i++] = rnorm3df(y, 1, 2);
}

TEST(MathematicalFunctions) {
  constexpr double pi = 3.14159265358979323846;
  for (const double x : {0.3125, 0.75, 1.625}) {
    const double expected[] = {1 / std::sqrt(x),
                               1 / std::cbrt(x),
                               std::sin(pi * x),
                               std::cos(pi * x),
                               std::sin(pi * x),
                               std::cos(pi * x),
                               std::sin(x),
                               std::cos(x),
                               std::pow(10, x),
                               std::hypot(x, 2.0),
                               x * x + 1,
                               0.5 * std::erfc(-x / std::sqrt(2.0)),
                               std::exp(-x),
                               std::log(x),
                               1 / x,
                               std::pow(x, 1.5),
                               x,
                               std::erf(x),
                               std::tgamma(x),
                               x > 1 ? 1 : x,
                               x,
                               1 / std::sqrt(x * x + 5)};
    Device<double> d(22);
    Device<float> f(22);
    reals<<<1, 1>>>(x, d.data, f.data);
    const std::vector<double> rd = d.get();
    const std::vector<float> rf = f.get();
    for (int i = 0; i < 22; ++i) {
      EXPECT(std::fabs(rd[i] - expected[i]) <= 1e-14 * std::fabs(expected[i]) + 1e-15);
      EXPECT(std::fabs(rf[i] - expected[i]) <= 4e-6 * std::fabs(expected[i]) + 1e-6);
    }
  }
}

__global__ void vectors(float4* f, double2* d, int3* i, uchar4* c) {
  const float4 v = f[threadIdx.x];
  f[threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);
  d[threadIdx.x] = make_double2(v.x + 0.5, threadIdx.x);
  i[threadIdx.x] = make_int3(1, 2, threadIdx.x);
  c[threadIdx.x] = make_uchar4(threadIdx.x, 255, 3, 4);
}

TEST(VectorTypes) {
  static_assert(sizeof(float3) == 12 && alignof(float3) == 4, "");
  static_assert(sizeof(float4) == 16 && alignof(float4) == 16, "");
  static_assert(sizeof(double2) == 16 && alignof(double2) == 16, "");
  static_assert(sizeof(int2) == 8 && alignof(int2) == 8, "");
  static_assert(sizeof(uchar4) == 4 && alignof(uchar4) == 4, "");
  static_assert(sizeof(short3) == 6 && sizeof(longlong2) == 16 && sizeof(dim3) == 12, "");
  Device<float4> f(std::vector<float4>(4, float4{1, 2, 3, 4}));
  Device<double2> d(4);
  Device<int3> i(4);
  Device<uchar4> c(4);
  vectors<<<1, 4>>>(f.data, d.data, i.data, c.data);
  EXPECT_EQ(f.get()[1].x, 4.0f);
  EXPECT_EQ(d.get()[2].x, 1.5);
  EXPECT_EQ(d.get()[2].y, 2.0);
  EXPECT_EQ(i.get()[3].z, 3);
  EXPECT_EQ(int(c.get()[3].y), 255);
}

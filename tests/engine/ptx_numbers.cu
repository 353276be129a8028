// Inline PTX on numbers of 16 and 8 bits, and on f32 and f64 with other roundings than to nearest.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "expect.h"
#include "small_float_reference.h"

using expect::Device;
using reference::Format;
using reference::Rounding;

constexpr int samples = 4096;

#define BINARY(instruction, out, a, b) asm(instruction " %0, %1, %2;" : "=h"(out) : "h"(a), "h"(b))
#define TERNARY(instruction, out, a, b, c) \
  asm(instruction " %0, %1, %2, %3;" : "=h"(out) : "h"(a), "h"(b), "h"(c))
#define UNARY(instruction, out, a) asm(instruction " %0, %1;" : "=h"(out) : "h"(a))

constexpr int results = 16;
#define OF_TYPE(name, t)                                                                        \
  __global__ void name(const unsigned short* in, unsigned short* out) {                         \
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                   \
    const unsigned short a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];                   \
    unsigned short* o = out + results * i;                                                      \
    TERNARY("fma.rn." t, o[0], a, b, c);                                                        \
    TERNARY("fma.rn.relu." t, o[1], a, b, c);                                                   \
    BINARY("min." t, o[2], a, b);                                                               \
    BINARY("max.NaN." t, o[3], a, b);                                                           \
    UNARY("neg." t, o[4], a);                                                                   \
    UNARY("abs." t, o[5], a);                                                                   \
    const unsigned pa = a | static_cast<unsigned>(b) << 16,                                     \
                   pb = b | static_cast<unsigned>(c) << 16,                                     \
                   pc = c | static_cast<unsigned>(a) << 16;                                     \
    unsigned both;                                                                              \
    asm("fma.rn." t "x2 %0, %1, %2, %3;" : "=r"(both) : "r"(pa), "r"(pb), "r"(pc));             \
    o[6] = static_cast<unsigned short>(both), o[7] = static_cast<unsigned short>(both >> 16);   \
    asm("max." t "x2 %0, %1, %2;" : "=r"(both) : "r"(pa), "r"(pb));                             \
    o[8] = static_cast<unsigned short>(both), o[9] = static_cast<unsigned short>(both >> 16);   \
    float x, y;                                                                                 \
    asm("cvt.f32." t " %0, %1;" : "=f"(x) : "h"(a));                                            \
    asm("cvt.f32." t " %0, %1;" : "=f"(y) : "h"(b));                                            \
    asm("cvt.rn." t ".f32 %0, %1;" : "=h"(o[10]) : "f"(x * y));                                 \
    asm("cvt.rz." t ".f32 %0, %1;" : "=h"(o[11]) : "f"(x * y));                                 \
    asm("cvt.rn." t "x2.f32 %0, %1, %2;" : "=r"(both) : "f"(x * y), "f"(x));                    \
    o[12] = static_cast<unsigned short>(both), o[13] = static_cast<unsigned short>(both >> 16); \
    int less;                                                                                   \
    asm("{ .reg .pred p; setp.lt." t " p, %1, %2; selp.s32 %0, 1, 0, p; }"                      \
        : "=r"(less)                                                                            \
        : "h"(a), "h"(b));                                                                      \
    o[14] = static_cast<unsigned short>(less);                                                  \
    asm("{ .reg .pred p; setp.gtu." t " p, %1, %2; selp.s32 %0, 1, 0, p; }"                     \
        : "=r"(less)                                                                            \
        : "h"(a), "h"(b));                                                                      \
    o[15] = static_cast<unsigned short>(less);                                                  \
  }
OF_TYPE(half_instructions, "f16")
OF_TYPE(bfloat16_instructions, "bf16")

std::vector<unsigned short> patterns(const Format& f) {
  reference::Random random{31};
  std::vector<unsigned short> all;
  for (int i = 0; i < 3 * samples; ++i) {
    const std::uint64_t bits = random.next();
    auto p = static_cast<unsigned>(bits) & 0xffff;
    if (i % 6 >= 3) {  // near one
      const unsigned keep = f.sign() | ((1u << f.mantissa) - 1);
      const unsigned exponent = (1u << (f.exponents - 1)) - 3 + (bits >> 60) % 5;
      p = (p & keep) | exponent << f.mantissa;
    }
    all.push_back(static_cast<unsigned short>(p));
  }
  return all;
}

void expect_instructions(const Format& f, void (*kernel)(const unsigned short*, unsigned short*)) {
  const std::vector<unsigned short> in = patterns(f);
  Device<unsigned short> d(in), out(results * samples);
  kernel<<<samples / 256, 256>>>(d.data, out.data);
  const std::vector<unsigned short> r = out.get();
  const auto same = [&](unsigned got, unsigned expected) {
    return got == expected || (f.is_nan(got) && f.is_nan(expected));
  };
  const auto fused = [&](double a, double b, double c) {
    const double p = a * b, s = p + c, part = s - p;
    return f.round(s, std::isfinite(s) ? (p - (s - part)) + (c - part) : 0);
  };
  const auto larger = [&](unsigned pa, unsigned pb) {
    const double a = f.decode(pa), b = f.decode(pb);
    if (std::isnan(a)) return pb;
    if (std::isnan(b)) return pa;
    return a < b || (a == b && std::signbit(a)) ? pb : pa;
  };
  for (int i = 0; i < samples; ++i) {
    const unsigned pa = in[3 * i], pb = in[3 * i + 1], pc = in[3 * i + 2];
    const double a = f.decode(pa), b = f.decode(pb), c = f.decode(pc);
    const unsigned short* o = &r[results * i];
    const unsigned sum = fused(a, b, c);
    EXPECT(same(o[0], sum));
    EXPECT(same(o[1], f.is_nan(sum) || f.decode(sum) > 0 ? sum : 0));
    EXPECT(same(o[2], std::isnan(a) ? pb : std::isnan(b) ? pa : larger(pa, pb) == pa ? pb : pa));
    EXPECT(same(o[3], std::isnan(a) || std::isnan(b) ? f.nan() : larger(pa, pb)));
    EXPECT(same(o[4], pa ^ 0x8000));
    EXPECT(same(o[5], pa & 0x7fff));
    EXPECT(same(o[6], sum));
    EXPECT(same(o[7], fused(b, c, a)));
    EXPECT(same(o[8], larger(pa, pb)));
    EXPECT(same(o[9], larger(pb, pc)));
    const float product = static_cast<float>(a) * static_cast<float>(b);
    EXPECT(same(o[10], f.round(product)));
    EXPECT(same(o[11], f.round(product, 0, Rounding::zero)));
    EXPECT(same(o[12], pa));
    EXPECT(same(o[13], f.round(product)));
    EXPECT_EQ(o[14], a < b);
    EXPECT_EQ(o[15], !(a <= b));
  }
}

TEST(InstructionsOnHalf) { expect_instructions(Format(5, 10), half_instructions); }
TEST(InstructionsOnBfloat16) { expect_instructions(Format(8, 7), bfloat16_instructions); }

__global__ void only_of_half(const unsigned short* in, unsigned short* out, long long* whole) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned short a = in[3 * i], b = in[3 * i + 1];
  unsigned short* o = out + 8 * i;
  BINARY("add.rn.f16", o[0], a, b);
  BINARY("sub.f16", o[1], a, b);
  BINARY("mul.rn.f16", o[2], a, b);
  BINARY("add.sat.f16", o[3], a, b);
  asm("cvt.rni.f16.f16 %0, %1;" : "=h"(o[4]) : "h"(a));
  int x = static_cast<int>(i) * 37 - 70000;
  asm("cvt.rn.f16.s32 %0, %1;" : "=h"(o[5]) : "r"(x));
  asm("cvt.rz.f16.s32 %0, %1;" : "=h"(o[6]) : "r"(x));
  asm("cvt.rm.f16.f32 %0, %1;" : "=h"(o[7]) : "f"(static_cast<float>(x) / 3));
  int down;
  unsigned short low;
  asm("cvt.rmi.s32.f16 %0, %1;" : "=r"(down) : "h"(a));
  asm("cvt.rzi.u16.f16 %0, %1;" : "=h"(low) : "h"(a));
  whole[2 * i] = down, whole[2 * i + 1] = low;
}

TEST(SumsAndConversionsOfHalf) {
  const Format f(5, 10);
  const std::vector<unsigned short> in = patterns(f);
  Device<unsigned short> d(in), out(8 * samples);
  Device<long long> whole(2 * samples);
  only_of_half<<<samples / 256, 256>>>(d.data, out.data, whole.data);
  const std::vector<unsigned short> r = out.get();
  const std::vector<long long> w = whole.get();
  const auto same = [&](unsigned got, unsigned expected) {
    return got == expected || (f.is_nan(got) && f.is_nan(expected));
  };
  for (int i = 0; i < samples; ++i) {
    const double a = f.decode(in[3 * i]), b = f.decode(in[3 * i + 1]);
    const unsigned short* o = &r[8 * i];
    EXPECT(same(o[0], f.round(a + b)));
    EXPECT(same(o[1], f.round(a - b)));
    EXPECT(same(o[2], f.round(a * b)));
    EXPECT_EQ(o[3], std::isnan(a + b) || a + b <= 0 ? 0 : f.round(std::min(a + b, 1.0)));
    EXPECT(same(o[4], f.round(std::nearbyint(a))));
    const int x = i * 37 - 70000;
    EXPECT_EQ(o[5], f.round(x));
    EXPECT_EQ(o[6], f.round(x, 0, Rounding::zero));
    EXPECT_EQ(o[7], f.round(static_cast<float>(x) / 3, 0, Rounding::down));
    const double floor = std::floor(a);
    EXPECT_EQ(w[2 * i], std::isnan(a)            ? 0
                        : floor >= 2147483647.0  ? 2147483647
                        : floor <= -2147483648.0 ? -2147483647 - 1
                                                 : static_cast<int>(floor));
    EXPECT_EQ(w[2 * i + 1], std::isnan(a) || a <= 0 ? 0 : a >= 65535 ? 65535 : static_cast<int>(a));
  }
}

__global__ void fp8(const float* in, unsigned short* e4m3, unsigned short* e5m2, unsigned* back) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[2 * i], y = in[2 * i + 1];
  unsigned short a, b;
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(a) : "f"(y), "f"(x));
  asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(b) : "f"(y), "f"(x));
  e4m3[i] = a, e5m2[i] = b;
  asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(back[2 * i]) : "h"(a));
  asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(back[2 * i + 1]) : "h"(b));
}

TEST(ConversionsOfFp8) {
  const Format e4m3(4, 3, false), e5m2(5, 2), half(5, 10);
  reference::Random random{41};
  std::vector<float> in;
  for (int i = 0; i < 2 * samples; ++i) {
    const std::uint64_t bits = random.next();
    in.push_back(std::ldexp(static_cast<float>(static_cast<std::int32_t>(bits)),
                            -31 - 12 + static_cast<int>(bits >> 59)));
  }
  Device<float> d(in);
  Device<unsigned short> a(samples), b(samples);
  Device<unsigned> back(2 * samples);
  fp8<<<samples / 256, 256>>>(d.data, a.data, b.data, back.data);
  const std::vector<unsigned short> ra = a.get(), rb = b.get();
  const std::vector<unsigned> h = back.get();
  for (int i = 0; i < samples; ++i) {
    const auto two = [&](const Format& f) {
      const auto one = [&](float x) {
        const double most = f.values.back();
        return f.round(x > most ? most : x < -most ? -most : x);
      };
      return one(in[2 * i]) | one(in[2 * i + 1]) << 8;
    };
    EXPECT_EQ(ra[i], two(e4m3));
    EXPECT_EQ(rb[i], two(e5m2));
    const auto halves = [&](const Format& f, unsigned p) {
      return half.round(f.decode(p & 0xff)) | half.round(f.decode(p >> 8)) << 16;
    };
    EXPECT_EQ(h[2 * i], halves(e4m3, ra[i]));
    EXPECT_EQ(h[2 * i + 1], halves(e5m2, rb[i]));
  }
}

__global__ void roundings(float x, float y, double u, double v, float* f, double* d, int* whole) {
  asm("add.rz.f32 %0, %1, %2;" : "=f"(f[0]) : "f"(x), "f"(y));
  asm("mul.rp.f32 %0, %1, %2;" : "=f"(f[1]) : "f"(x), "f"(y));
  asm("fma.rm.f32 %0, %1, %2, %2;" : "=f"(f[2]) : "f"(x), "f"(y));
  asm("div.rp.f32 %0, %1, %2;" : "=f"(f[3]) : "f"(x), "f"(y));
  asm("sqrt.rm.f32 %0, %1;" : "=f"(f[4]) : "f"(y));
  asm("add.sat.f32 %0, %1, %2;" : "=f"(f[5]) : "f"(x), "f"(y));
  asm("cvt.rp.f32.f64 %0, %1;" : "=f"(f[6]) : "d"(u));
  asm("cvt.rz.f32.s32 %0, %1;" : "=f"(f[7]) : "r"(0x7fffffff));
  asm("cvt.sat.f32.f32 %0, %1;" : "=f"(f[8]) : "f"(-y));
  asm("mul.rz.f64 %0, %1, %2;" : "=d"(d[0]) : "d"(u), "d"(v));
  asm("fma.rp.f64 %0, %1, %2, %2;" : "=d"(d[1]) : "d"(u), "d"(v));
  asm("rcp.rm.f64 %0, %1;" : "=d"(d[2]) : "d"(v));
  asm("{ .reg .b8 b; cvt.sat.u8.s32 b, %1; cvt.u32.u8 %0, b; }" : "=r"(whole[0]) : "r"(300));
  asm("cvt.sat.s16.s32 %0, %1;" : "=r"(whole[1]) : "r"(-70000));
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(whole[2]) : "f"(1.0f + 0x1p-11f));
}

TEST(InstructionsInEveryRounding) {
  const float x = 1.0f + 0x1p-23f, y = 3.0f;
  const double u = 1.0 + 0x1p-52, v = 3.0;
  Device<float> f(9);
  Device<double> d(3);
  Device<int> whole(3);
  roundings<<<1, 1>>>(x, y, u, v, f.data, d.data, whole.data);
  const std::vector<float> r = f.get();
  const std::vector<double> s = d.get();
  const std::vector<int> w = whole.get();
  EXPECT_EQ(r[0], 4.0f);
  EXPECT_EQ(r[1], 3.0f + 0x1p-21f);
  EXPECT_EQ(r[2], 6.0f);
  EXPECT_EQ(r[3], std::nextafter(1.0f / 3.0f, 1.0f));
  EXPECT(static_cast<double>(r[4]) * r[4] <= 3 &&
         static_cast<double>(std::nextafter(r[4], 2.0f)) * std::nextafter(r[4], 2.0f) > 3);
  EXPECT_EQ(r[5], 1.0f);
  EXPECT_EQ(r[6], 1.0f + 0x1p-23f);
  EXPECT_EQ(r[7], 0x1.fffffep30f);
  EXPECT_EQ(r[8], 0.0f);
  EXPECT_EQ(s[0], 3.0 + 0x1p-51);
  EXPECT_EQ(s[1], 6.0 + 0x1p-50);
  EXPECT(s[2] <= 1.0 / 3.0 && std::fma(s[2], 3.0, -1.0) <= 0 &&
         std::fma(std::nextafter(s[2], 1.0), 3.0, -1.0) > 0);
  EXPECT_EQ(w[0], 255);
  EXPECT_EQ(static_cast<short>(w[1]), -32768);
  EXPECT_EQ(w[2], 0x3f802000);
}

__global__ void added(unsigned short* half, unsigned* pair, unsigned short* old) {
  asm volatile("atom.global.add.noftz.f16 %0, [%1], %2;"
               : "=h"(old[threadIdx.x])
               : "l"(half), "h"(static_cast<unsigned short>(0x3c00))
               : "memory");
  asm volatile("red.global.add.noftz.f16x2 [%0], %1;" : : "l"(pair), "r"(0x40003c00) : "memory");
}

TEST(AtomicAdditionsOfHalf) {
  Device<unsigned short> half(std::vector<unsigned short>{0}), old(64);
  Device<unsigned> pair(std::vector<unsigned>{0});
  added<<<1, 64>>>(half.data, pair.data, old.data);
  const Format f(5, 10);
  EXPECT_EQ(half.get()[0], f.round(64));
  EXPECT_EQ(pair.get()[0], f.round(64) | f.round(128) << 16);
  double sum = 0;
  for (const unsigned short o : old.get()) sum += f.decode(o);
  EXPECT_EQ(sum, 64 * 63 / 2.0);
}

// PTX between C++: what the instructions compute, and how operands, registers, predicates,
// addresses and braces are written.
#include "expect.h"

using expect::Device;

#define U2(name, instruction)                                   \
  __device__ unsigned name(unsigned a, unsigned b) {            \
    unsigned d;                                                 \
    asm(instruction " %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b)); \
    return d;                                                   \
  }
U2(add_u32, "add.u32")
U2(sub_s32, "sub.s32")
U2(mul_lo, "mul.lo.s32")
U2(mul_hi_u, "mul.hi.u32")
U2(mul_hi_s, "mul.hi.s32")
U2(div_u, "div.u32")
U2(rem_s, "rem.s32")
U2(min_s, "min.s32")
U2(max_u, "max.u32")
U2(and_b, "and.b32")
U2(or_b, "or.b32")
U2(xor_b, "xor.b32")
U2(shl_b, "shl.b32")
U2(shr_u, "shr.u32")
U2(shr_s, "shr.s32")

__global__ void two_operands(unsigned a, unsigned b, unsigned* out) {
  unsigned* o = out;
  *o++ = add_u32(a, b), *o++ = sub_s32(a, b), *o++ = mul_lo(a, b), *o++ = mul_hi_u(a, b);
  *o++ = mul_hi_s(a, b), *o++ = div_u(a, b), *o++ = rem_s(a, b), *o++ = min_s(a, b);
  *o++ = max_u(a, b), *o++ = and_b(a, b), *o++ = or_b(a, b), *o++ = xor_b(a, b);
  *o++ = shl_b(a, b), *o++ = shr_u(a, b), *o++ = shr_s(a, b);
}

TEST(ArithmeticOfWholeNumbers) {
  for (const unsigned a : {0u, 1u, 77u, 0x7fffffffu, 0x80000000u, 0xfffffff3u}) {
    for (const unsigned b : {1u, 3u, 31u, 32u, 40u, 0x12345678u, 0xfffffff0u}) {
      Device<unsigned> out(15);
      two_operands<<<1, 1>>>(a, b, out.data);
      const std::vector<unsigned> r = out.get();
      const auto sa = static_cast<int>(a), sb = static_cast<int>(b);
      const auto wide = static_cast<long long>(sa) * sb;
      const auto wide_u = static_cast<unsigned long long>(a) * b;
      const unsigned expected[] = {a + b,
                                   a - b,
                                   a * b,
                                   static_cast<unsigned>(wide_u >> 32),
                                   static_cast<unsigned>(wide >> 32),
                                   a / b,
                                   static_cast<unsigned>(static_cast<long long>(sa) % sb),
                                   static_cast<unsigned>(sa < sb ? sa : sb),
                                   a > b ? a : b,
                                   a & b,
                                   a | b,
                                   a ^ b,
                                   b > 31 ? 0 : a << b,
                                   b > 31 ? 0 : a >> b,
                                   static_cast<unsigned>(sa >> (b > 31 ? 31 : b))};
      for (int i = 0; i < 15; ++i) EXPECT_EQ(r[i], expected[i]);
    }
  }
}

__global__ void bits(unsigned a, unsigned b, unsigned long long c, unsigned long long* out) {
  unsigned d;
  unsigned long long e;
  int s;
  asm("brev.b32 %0, %1;" : "=r"(d) : "r"(a));
  *out++ = d;
  asm("popc.b64 %0, %1;" : "=r"(d) : "l"(c));
  *out++ = d;
  asm("clz.b32 %0, %1;" : "=r"(d) : "r"(a));
  *out++ = d;
  asm("bfind.u32 %0, %1;" : "=r"(d) : "r"(a));
  *out++ = d;
  asm("bfind.s32 %0, %1;" : "=r"(d) : "r"(~a));
  *out++ = d;
  asm("bfe.u32 %0, %1, 5, 9;" : "=r"(d) : "r"(a));
  *out++ = d;
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(s) : "r"(a), "r"(28), "r"(9));
  *out++ = static_cast<unsigned>(s);
  asm("bfe.u64 %0, %1, 30, 20;" : "=l"(e) : "l"(c));
  *out++ = e;
  asm("bfi.b32 %0, %1, %2, 8, 12;" : "=r"(d) : "r"(a), "r"(b));
  *out++ = d;
  asm("prmt.b32 %0, %1, %2, 0x3714;" : "=r"(d) : "r"(a), "r"(b));
  *out++ = d;
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(d) : "r"(a), "r"(b), "r"(a * 3));
  *out++ = d;
  asm("shf.l.wrap.b32 %0, %1, %2, 7;" : "=r"(d) : "r"(a), "r"(b));
  *out++ = d;
  asm("shf.r.clamp.b32 %0, %1, %2, 40;" : "=r"(d) : "r"(a), "r"(b));
  *out++ = d;
  asm("sad.s32 %0, %1, %2, 5;" : "=r"(d) : "r"(a), "r"(b));
  *out++ = d;
  asm("not.b64 %0, %1;" : "=l"(e) : "l"(c));
  *out++ = e;
  asm("neg.s32 %0, %1;" : "=r"(d) : "r"(a));
  *out++ = d;
  asm("abs.s32 %0, %1;" : "=r"(d) : "r"(b));
  *out++ = d;
}

TEST(Bits) {
  const unsigned a = 0x8123f5e7u & 0x0fffffffu, b = 0xfedcba90u;
  const unsigned long long c = 0x0123456789abcdefull;
  Device<unsigned long long> out(17);
  bits<<<1, 1>>>(a, b, c, out.data);
  const std::vector<unsigned long long> r = out.get();
  unsigned reversed = 0;
  for (int i = 0; i < 32; ++i) reversed |= (a >> i & 1) << (31 - i);
  const unsigned third = a * 3;
  const long long distance = static_cast<long long>(static_cast<int>(a)) - static_cast<int>(b);
  const unsigned long long expected[] = {
      reversed,
      static_cast<unsigned>(__builtin_popcountll(c)),
      static_cast<unsigned>(__builtin_clz(a)),
      31u - static_cast<unsigned>(__builtin_clz(a)),
      31u - static_cast<unsigned>(__builtin_clz(a)),
      a >> 5 & 511,
      static_cast<unsigned>(static_cast<int>(a) >> 28),
      c >> 30 & 0xfffff,
      (b & ~0xfff00u) | (a << 8 & 0xfff00u),
      (a >> 24 << 24) | (b >> 24 << 16) | (a >> 8 & 0xff) << 8 | (b & 0xff),
      (a & b) | (a & third) | (b & third),
      b << 7 | a >> 25,
      b,
      static_cast<unsigned>((distance < 0 ? -distance : distance) + 5),
      ~c,
      0u - a,
      0u - b};
  for (int i = 0; i < 17; ++i) EXPECT_EQ(r[i], expected[i]);
}

__global__ void floats(float a, float b, double c, float* out, double* wide) {
  float f;
  double d;
  asm("fma.rn.f32 %0, %1, %2, 0f3F800000;" : "=f"(f) : "f"(a), "f"(b));
  *out++ = f;
  asm("mul.f32 %0, %1, %2;" : "=f"(f) : "f"(a), "f"(b));
  *out++ = f;
  asm("max.f32 %0, %1, %2;" : "=f"(f) : "f"(a), "f"(b));
  *out++ = f;
  asm("sqrt.rn.f32 %0, %1;" : "=f"(f) : "f"(a));
  *out++ = f;
  asm("neg.f32 %0, %1;" : "=f"(f) : "f"(a));
  *out++ = f;
  asm("cvt.rn.f32.f64 %0, %1;" : "=f"(f) : "d"(c));
  *out++ = f;
  asm("cvt.rn.f32.s32 %0, %1;" : "=f"(f) : "r"(-7));
  *out++ = f;
  asm("cvt.rmi.f32.f32 %0, %1;" : "=f"(f) : "f"(a));
  *out++ = f;
  asm("mov.b32 %0, %1;" : "=f"(f) : "r"(0x40490fdb));
  *out++ = f;
  asm("fma.rn.f64 %0, %1, %1, 0d3FF0000000000000;" : "=d"(d) : "d"(c));
  *wide++ = d;
  asm("div.rn.f64 %0, %1, 3.0;" : "=d"(d) : "d"(c));
  *wide++ = d;
}

TEST(FloatingPoint) {
  Device<float> out(9);
  Device<double> wide(2);
  const float a = 2.7f, b = -1.25f;
  const double c = 1.0 / 3;
  floats<<<1, 1>>>(a, b, c, out.data, wide.data);
  const std::vector<float> r = out.get();
  const float expected[] = {fmaf(a, b, 1),         a * b, a,   sqrtf(a),   -a,
                            static_cast<float>(c), -7.f,  2.f, 3.14159274f};
  for (int i = 0; i < 9; ++i) EXPECT_EQ(r[i], expected[i]);
  EXPECT_EQ(wide.get()[0], fma(c, c, 1));
  EXPECT_EQ(wide.get()[1], c / 3);
}

__global__ void conversions(const float* in, int* out, unsigned char* bytes) {
  const int t = threadIdx.x;
  const float x = in[t];
  int nearest, down, to_zero;
  unsigned without;
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(nearest) : "f"(x));
  asm("cvt.rmi.s32.f32 %0, %1;" : "=r"(down) : "f"(x));
  asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(to_zero) : "f"(x));
  asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(without) : "f"(x));
  out[4 * t] = nearest, out[4 * t + 1] = down, out[4 * t + 2] = to_zero;
  out[4 * t + 3] = static_cast<int>(without);
  unsigned low;
  asm("cvt.u32.u8 %0, %1;" : "=r"(low) : "r"(0x12345678 + t));
  bytes[t] = static_cast<unsigned char>(low);
}

TEST(ConversionsRoundAndSaturate) {
  const std::vector<float> in = {2.5f, -2.5f, 3.5f, 1e20f, -1e20f, NAN, 0.f, 4294967040.f};
  Device<float> d(in);
  Device<int> out(32);
  Device<unsigned char> bytes(8);
  conversions<<<1, 8>>>(d.data, out.data, bytes.data);
  const int least = -2147483647 - 1, most = 2147483647;
  const int expected[] = {2, 2,    2,    2,    -2, -3,    -2,    0,     4,    3,   3,
                          3, most, most, most, -1, least, least, least, 0,    0,   0,
                          0, 0,    0,    0,    0,  0,     most,  most,  most, -256};
  const std::vector<int> r = out.get();
  for (int i = 0; i < 32; ++i) EXPECT_EQ(r[i], expected[i]);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(bytes.get()[i], 0x78 + i);
}

// Registers and predicates of the statement's own, in braces, and comments; a register named twice.
__global__ void predicates(const int* in, int* out) {
  const int x = in[threadIdx.x];
  int y;
  asm("{\n\t"
      ".reg .pred p, q;  // of this block alone\n\t"
      ".reg .s32 t<2>;\n\t"
      "setp.lt.s32 p|q, %1, 0; /* and its opposite */\n\t"
      "mov.s32 t0, %1;\n\t"
      "@p neg.s32 t0, %1;\n\t"
      "@!p add.s32 t0, t0, 100;\n\t"
      "{ .reg .s32 t1; mov.s32 t1, 5; add.s32 t0, t0, t1; }\n\t"
      "selp.s32 t1, 1000, 0, q;\n\t"
      "add.s32 %0, t0, t1;\n\t"
      "}"
      : "=r"(y)
      : "r"(x));
  out[threadIdx.x] = y;
}

TEST(PredicatesAndRegisters) {
  Device<int> in(std::vector<int>{-4, 0, 9, -1}), out(4);
  predicates<<<1, 4>>>(in.data, out.data);
  const int expected[] = {9, 1105, 1114, 6};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(out.get()[i], expected[i]);
}

// "+r" reads and writes; an output
// that is an element; a statement within `if` without braces.
__global__ void forms(int* out) {
  int a = 5, b = 7;
  asm("add.s32 %0, %0, %1;" : "+r"(a) : "r"(b));
  out[0] = a;
  asm("shl.b32 %0, %1, 3;" : "=r"(a) : "r"(b));
  out[1] = a;
  asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(out[2]) : "r"(a), "r"(b), "n"(11));
  if (b == 7)
    asm volatile("mov.s32 %0, 3;" : "=r"(a));
  else
    asm volatile("mov.s32 %0, 4;" : "=r"(a));
  out[3] = a;
  long long wide;
  asm("mul.wide.s32 %0, %1, %2;" : "=l"(wide) : "r"(-100000), "r"(100000));
  out[4] = static_cast<int>(wide >> 32);
  unsigned low, high;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(0x1234567890abcdefull));
  out[5] = static_cast<int>(low), out[6] = static_cast<int>(high);
  unsigned long long both;
  asm("mov.b64 %0, {%1, %2};" : "=l"(both) : "r"(high), "r"(low));
  out[7] = both == 0x90abcdef12345678ull;
}

TEST(FormsOfTheStatement) {
  Device<int> out(8);
  forms<<<1, 1>>>(out.data);
  const int expected[] = {12, 56, 56 * 7 + 11, 3, -3, static_cast<int>(0x90abcdefu), 0x12345678, 1};
  for (int i = 0; i < 8; ++i) EXPECT_EQ(out.get()[i], expected[i]);
}

__global__ void special(unsigned* out) {
  unsigned lane, warp, x, y, block, less;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%tid.x;\n\tmov.u32 %1, %%tid.y;" : "=r"(x), "=r"(y));
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(block));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(less));
  warp = (y * blockDim.x + x) / 32;
  const unsigned t = y * blockDim.x + x;
  out[block * 96 + t] = lane + 100 * warp + 1000 * block + (less == (1u << lane) - 1 ? 0 : 50);
  unsigned long long before, after;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(before)::"memory");
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(after)::"memory");
  if (after < before) out[block * 96 + t] = 9999;
}

TEST(SpecialRegisters) {
  Device<unsigned> out(2 * 96);
  special<<<2, dim3(48, 2)>>>(out.data);
  for (unsigned i = 0; i < 192; ++i)
    EXPECT_EQ(out.get()[i], i % 96 % 32 + 100 * (i % 96 / 32) + 1000 * (i / 96));
}

__global__ void memory(const float* in, float* out, unsigned* counters) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float a, b, c, d;
  asm("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4+16];"
      : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
      : "l"(in + 8 * t));
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&tile[t]));
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(a + b + c + d) : "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  float other;
  asm volatile("{ .reg .u64 g; cvta.to.shared.u64 g, %1; ld.shared.f32 %0, [g]; }"
               : "=f"(other)
               : "l"(&tile[63 - t])
               : "memory");
  asm volatile("barrier.sync 0;" ::: "memory");
  asm volatile("st.global.cg.f32 [%0], %1;" ::"l"(out + t), "f"(other) : "memory");
  unsigned old;
  asm volatile("atom.global.add.u32 %0, [%1], 2;" : "=r"(old) : "l"(counters) : "memory");
  asm volatile("red.relaxed.gpu.global.max.u32 [%0+4], %1;" ::"l"(counters), "r"(t) : "memory");
  asm volatile("red.shared.add.f32 [%0], %1;" ::"r"(at), "f"(1.0f) : "memory");
  asm volatile("membar.gl;" ::: "memory");
  asm volatile("atom.cas.b32 %0, [%1+8], %2, %3;"
               : "=r"(old)
               : "l"(counters), "r"(0), "r"(t + 1)
               : "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  out[64 + t] = tile[t] - (a + b + c + d);
}

// The first half of the block hands numbers to the second: the one comes and goes on, the other
// waits; each half also has a barrier of its own.
__global__ void by_halves(int rounds, int* out) {
  __shared__ int box[2][64];
  const int t = threadIdx.x % 64;
  int sum = 0;
  for (int r = 0; r < rounds; ++r) {
    if (threadIdx.x < 64) {
      if (r >= 2) asm volatile("bar.sync %0, 128;" ::"r"(3 + r % 2) : "memory");  // it is empty
      box[r % 2][t] = r + t;
      asm volatile("bar.arrive %0, 128;" ::"r"(1 + r % 2) : "memory");  // it is full
    } else {
      asm volatile("bar.sync %0, %1;" ::"r"(1 + r % 2), "r"(128) : "memory");
      sum += box[r % 2][63 - t];
      if (r + 2 < rounds) asm volatile("bar.arrive %0, 128;" ::"r"(3 + r % 2) : "memory");
    }
  }
  if (threadIdx.x >= 64) {
    box[1][t] = sum;  // read last before the wait that all are behind
    asm volatile("barrier.sync 7, 64;" ::: "memory");
    out[t] = sum + 1000 * box[1][63 - t];
  }
}

TEST(BarriersOfAPartOfTheBlock) {
  const int rounds = 9;
  Device<int> out(64);
  by_halves<<<3, 128>>>(rounds, out.data);
  const std::vector<int> r = out.get();
  for (int t = 0; t < 64; ++t) {
    const int sum = rounds * (rounds - 1) / 2 + rounds * (63 - t);
    const int other = rounds * (rounds - 1) / 2 + rounds * t;
    EXPECT_EQ(r[t], sum + 1000 * other);
  }
}

// Of the whole block, and of each half behind a barrier of its own: how many, all, any.
__global__ void count_at_barriers(int least, unsigned* out) {
  const int t = threadIdx.x, half = t / 64;
  unsigned of_block, of_half, all = 0, any = 0;
  asm volatile(
      "{ .reg .pred p; setp.ge.s32 p, %2, %3;"
      "  barrier.red.popc.u32 %0, 0, p; bar.red.popc.u32 %1, %4, 64, p; }"
      : "=r"(of_block), "=r"(of_half)
      : "r"(t), "r"(least), "r"(1 + half)
      : "memory");
  asm volatile(
      "{ .reg .pred p, q; setp.ge.s32 p, %2, %3;"
      "  bar.red.and.pred q, %4, 64, p; selp.u32 %0, 1, 0, q;"
      "  bar.red.or.pred q, %4, 64, !p; selp.u32 %1, 1, 0, q; }"
      : "=r"(all), "=r"(any)
      : "r"(t), "r"(least), "r"(3 + half)
      : "memory");
  out[t] = of_block + 1000 * of_half + 100000 * all + 1000000 * any;
}

TEST(BarriersThatCount) {
  Device<unsigned> out(128);
  for (const int least : {0, 1, 40, 64, 127, 128}) {
    count_at_barriers<<<1, 128>>>(least, out.data);
    const std::vector<unsigned> r = out.get();
    const int of_first = least < 64 ? 64 - least : 0, of_second = least < 64 ? 64 : 128 - least;
    for (int t = 0; t < 128; ++t) {
      const int of_half = t < 64 ? of_first : of_second;
      EXPECT_EQ(r[t], unsigned(of_first + of_second + 1000 * of_half + 100000 * (of_half == 64) +
                               1000000 * (of_half < 64)));
    }
  }
}

__device__ __noinline__ void leave_if(bool now) {
  if (now) asm volatile("exit;");
}

// Threads end at any depth of calls, before and after others wait for them.
__global__ void leavers(int* out) {
  const int t = threadIdx.x;
  leave_if(t % 3 == 0);
  __syncthreads();
  out[t] = 1;
  leave_if(t % 3 == 1);
  __syncthreads();
  out[t] = 2;
}

TEST(ExitEndsAThread) {
  Device<int> out(std::vector<int>(96, 0));
  leavers<<<1, 96>>>(out.data);
  leavers<<<4, 96>>>(out.data);
  const std::vector<int> r = out.get();
  for (int t = 0; t < 96; ++t) EXPECT_EQ(r[t], t % 3);
}

TEST(LoadsStoresAndAtomics) {
  std::vector<float> in(64 * 8);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i % 13);
  Device<float> d(in), out(128);
  Device<unsigned> counters(std::vector<unsigned>(3, 0));
  memory<<<1, 64>>>(d.data, out.data, counters.data);
  const std::vector<float> r = out.get();
  for (int t = 0; t < 64; ++t) {
    const float* of = &in[8 * (63 - t) + 4];
    EXPECT_EQ(r[t], of[0] + of[1] + of[2] + of[3]);
    EXPECT_EQ(r[64 + t], 1.0f);
  }
  EXPECT_EQ(counters.get()[0], 128u);
  EXPECT_EQ(counters.get()[1], 63u);
  EXPECT_EQ(counters.get()[2] != 0, true);
}

__global__ void warps(unsigned* out) {
  const unsigned t = threadIdx.x, full = 0xffffffffu;
  unsigned down, up, across, from, there, ballot, sum, any;
  asm volatile("shfl.sync.down.b32 %0, %1, 5, 0x1f, %2;" : "=r"(down) : "r"(t), "r"(full));
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, 3, 0, %3; selp.u32 %1, 1, 0, p; }"
               : "=r"(up), "=r"(there)
               : "r"(t), "r"(full));
  asm volatile("shfl.sync.bfly.b32 %0, %1, 2, 0x1f, %2;" : "=r"(across) : "r"(t), "r"(full));
  // Segments of eight lanes.
  asm volatile("shfl.sync.idx.b32 %0, %1, 3, 0x181f, %2;" : "=r"(from) : "r"(t), "r"(full));
  asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 20; vote.sync.ballot.b32 %0, p, %2; }"
               : "=r"(ballot)
               : "r"(t), "r"(full));
  asm volatile("redux.sync.add.u32 %0, %1, %2;" : "=r"(sum) : "r"(t), "r"(full));
  asm volatile(
      "{ .reg .pred p, q; setp.eq.u32 p, %1, 40; vote.sync.any.pred q, p, %2; selp.u32 %0, 1, 0, "
      "q; }"
      : "=r"(any)
      : "r"(t), "r"(full));
  asm volatile("bar.warp.sync %0;" ::"r"(full) : "memory");
  unsigned* o = out + t * 8;
  o[0] = down, o[1] = up, o[2] = there, o[3] = across, o[4] = from, o[5] = ballot, o[6] = sum,
  o[7] = any;
}

TEST(WarpInstructions) {
  Device<unsigned> out(32 * 8);
  warps<<<1, 32>>>(out.data);
  const std::vector<unsigned> r = out.get();
  for (unsigned t = 0; t < 32; ++t) {
    const unsigned* o = &r[t * 8];
    EXPECT_EQ(o[0], t + 5 < 32 ? t + 5 : t);
    EXPECT_EQ(o[1], t >= 3 ? t - 3 : t);
    EXPECT_EQ(o[2], t >= 3 ? 1u : 0u);
    EXPECT_EQ(o[3], t ^ 2);
    EXPECT_EQ(o[4], t / 8 * 8 + 3);
    EXPECT_EQ(o[5], 0xffe00000u);
    EXPECT_EQ(o[6], 31u * 16);
    EXPECT_EQ(o[7], 0u);
  }
}

// In a template, and with a type's own instruction.
template <class T>
__device__ T twice(T x);
template <>
__device__ float twice(float x) {
  asm("add.f32 %0, %0, %0;" : "+f"(x));
  return x;
}
template <>
__device__ double twice(double x) {
  asm("add.f64 %0, %0, %0;" : "+d"(x));
  return x;
}
template <class T>
__global__ void templated(T* x) {
  *x = twice(*x);
  asm volatile("prefetch.global.L2 [%0];" ::"l"(x));
}

TEST(InTemplates) {
  Device<float> f(std::vector<float>{1.5f});
  Device<double> d(std::vector<double>{2.5});
  templated<<<1, 1>>>(f.data);
  templated<<<1, 1>>>(d.data);
  EXPECT_EQ(f.get()[0], 3.0f);
  EXPECT_EQ(d.get()[0], 5.0);
}

// mma, ldmatrix, stmatrix and movmatrix in inline PTX. The fragments' layouts are written out as
// the PTX ISA documents them; elements are small whole numbers, so that all sums are exact.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdint>

#include "expect.h"
#include "small_float_reference.h"

using expect::Device;

/// A warp's matrices as floats, by rows.
struct Matrices {
  const float *a, *b, *c;
  float* d;
};

__device__ unsigned group() { return threadIdx.x / 4; }
__device__ unsigned within() { return threadIdx.x % 4; }

struct AsHalf {
  static __device__ unsigned bits(float x) { return __half_as_ushort(__float2half(x)); }
};
struct AsBfloat16 {
  static __device__ unsigned bits(float x) { return __bfloat16_as_ushort(__float2bfloat16(x)); }
};
struct AsByte {
  static __device__ unsigned bits(float x) {
    return static_cast<unsigned>(static_cast<int>(x)) & 0xff;
  }
};
struct AsE4M3 {
  static __device__ unsigned bits(float x) { return __nv_fp8_e4m3(x).__x; }
};
struct AsE5M2 {
  static __device__ unsigned bits(float x) { return __nv_fp8_e5m2(x).__x; }
};

/// Registers of `per` elements each, of which element i is at(i).
template <class Kind, int per, class At>
__device__ void pack(unsigned* registers, int count, At at) {
  for (int r = 0; r < count; ++r) {
    registers[r] = 0;
    for (int e = 0; e < per; ++e) registers[r] |= Kind::bits(at(r * per + e)) << (32 / per * e);
  }
}

/// c0, c1 in row g; c2, c3 in row g + 8.
__device__ unsigned place_of_sum(int i) {
  return (group() + (i >= 2 ? 8 : 0)) * 8 + within() * 2 + (i & 1);
}

#define SUMS_OF_FLOAT \
  float s[4];         \
  for (int i = 0; i < 4; ++i) s[i] = x.c[place_of_sum(i)];
#define STORE_SUMS(count) \
  for (int i = 0; i < count; ++i) x.d[place_of_sum(i)] = static_cast<float>(s[i]);

// --- two bytes an element

template <class Kind>
__device__ void half_fragments(const Matrices& x, int k, unsigned* a, unsigned* b) {
  pack<Kind, 2>(a, k / 4, [&](int i) {
    const unsigned row = group() + (i % 4 < 2 ? 0 : 8),
                   column = within() * 2 + (i & 1) + (i >= 4 ? 8 : 0);
    return x.a[row * k + column];
  });
  pack<Kind, 2>(b, k / 8, [&](int i) {
    return x.b[(within() * 2 + (i & 1) + (i >= 2 ? 8 : 0)) * 8 + group()];
  });
}

#define MMA_16(type, D, C, a, b)                                       \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32." type "." type  \
               ".f32 "                                                 \
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
               : "+f"(D[0]), "+f"(D[1]), "+f"(D[2]), "+f"(D[3])        \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
#define MMA_8(type, D, C, a, b)                                      \
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32." type "." type \
               ".f32 "                                               \
               "{%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"        \
               : "+f"(D[0]), "+f"(D[1]), "+f"(D[2]), "+f"(D[3])      \
               : "r"(a[0]), "r"(a[1]), "r"(b[0]))

__global__ void m16n8k16_f16(Matrices x) {
  unsigned a[4], b[2];
  half_fragments<AsHalf>(x, 16, a, b);
  SUMS_OF_FLOAT
  MMA_16("f16", s, s, a, b);
  STORE_SUMS(4)
}
__global__ void m16n8k16_bf16(Matrices x) {
  unsigned a[4], b[2];
  half_fragments<AsBfloat16>(x, 16, a, b);
  SUMS_OF_FLOAT
  MMA_16("bf16", s, s, a, b);
  STORE_SUMS(4)
}
__global__ void m16n8k8_f16(Matrices x) {
  unsigned a[2], b[1];
  half_fragments<AsHalf>(x, 8, a, b);
  SUMS_OF_FLOAT
  MMA_8("f16", s, s, a, b);
  STORE_SUMS(4)
}
__global__ void m16n8k8_bf16(Matrices x) {
  unsigned a[2], b[1];
  half_fragments<AsBfloat16>(x, 8, a, b);
  SUMS_OF_FLOAT
  MMA_8("bf16", s, s, a, b);
  STORE_SUMS(4)
}
__global__ void m16n8k16_f16_in_half(Matrices x) {
  unsigned a[4], b[2], c[2], d[2];
  half_fragments<AsHalf>(x, 16, a, b);
  pack<AsHalf, 2>(c, 2, [&](int i) { return x.c[place_of_sum(i)]; });
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};"
      : "=r"(d[0]), "=r"(d[1])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]));
  for (int i = 0; i < 4; ++i)
    x.d[place_of_sum(i)] =
        __half2float(__ushort_as_half(static_cast<unsigned short>(d[i / 2] >> (16 * (i & 1)))));
}

// --- tf32 and double

__global__ void m16n8k8_tf32(Matrices x) {
  unsigned a[4], b[2];
  for (int i = 0; i < 4; ++i) {
    const unsigned row = group() + (i % 2 ? 8 : 0), column = within() + (i >= 2 ? 4 : 0);
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(a[i]) : "f"(x.a[row * 8 + column]));
  }
  for (int i = 0; i < 2; ++i) {
    const float value = x.b[(within() + 4 * i) * 8 + group()];
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(b[i]) : "f"(value));
  }
  SUMS_OF_FLOAT
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  STORE_SUMS(4)
}
__global__ void m16n8k4_tf32(Matrices x) {
  const unsigned a0 = __float_as_uint(x.a[group() * 4 + within()]),
                 a1 = __float_as_uint(x.a[(group() + 8) * 4 + within()]),
                 b = __float_as_uint(x.b[within() * 8 + group()]);
  SUMS_OF_FLOAT
  asm volatile(
      "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, "
      "{%0,%1,%2,%3};"
      : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
      : "r"(a0), "r"(a1), "r"(b));
  STORE_SUMS(4)
}
__global__ void m8n8k4_f64(Matrices x) {
  const double a = x.a[group() * 4 + within()], b = x.b[within() * 8 + group()];
  double s[2] = {x.c[place_of_sum(0)], x.c[place_of_sum(1)]};
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
               : "+d"(s[0]), "+d"(s[1])
               : "d"(a), "d"(b));
  STORE_SUMS(2)
}
__global__ void m16n8k8_f64(Matrices x) {
  double a[4], b[2], s[4];
  for (int i = 0; i < 4; ++i)
    a[i] = x.a[(group() + (i % 2 ? 8 : 0)) * 8 + within() + (i >= 2 ? 4 : 0)];
  for (int i = 0; i < 2; ++i) b[i] = x.b[(within() + 4 * i) * 8 + group()];
  for (int i = 0; i < 4; ++i) s[i] = x.c[place_of_sum(i)];
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+d"(s[0]), "+d"(s[1]), "+d"(s[2]), "+d"(s[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
  STORE_SUMS(4)
}
__global__ void m16n8k16_f64(Matrices x) {
  double a[8], b[4], s[4];
  for (int i = 0; i < 8; ++i) a[i] = x.a[(group() + (i % 2 ? 8 : 0)) * 16 + within() + i / 2 * 4];
  for (int i = 0; i < 4; ++i) b[i] = x.b[(within() + 4 * i) * 8 + group()];
  for (int i = 0; i < 4; ++i) s[i] = x.c[place_of_sum(i)];
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, "
      "{%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};"
      : "+d"(s[0]), "+d"(s[1]), "+d"(s[2]), "+d"(s[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),
        "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
  STORE_SUMS(4)
}

// --- one byte an element

template <class KindA, class KindB>
__device__ void byte_fragments(const Matrices& x, int k, unsigned* a, unsigned* b) {
  pack<KindA, 4>(a, k / 8, [&](int i) {
    const unsigned row = group() + (i % 8 < 4 ? 0 : 8),
                   column = within() * 4 + (i & 3) + (i >= 8 ? 16 : 0);
    return x.a[row * k + column];
  });
  pack<KindB, 4>(b, k / 16, [&](int i) {
    return x.b[(within() * 4 + (i & 3) + (i >= 4 ? 16 : 0)) * 8 + group()];
  });
}
#define SUMS_OF_INT \
  int s[4];         \
  for (int i = 0; i < 4; ++i) s[i] = static_cast<int>(x.c[place_of_sum(i)]);
#define MMA_32(types, constraint, s, a, b)                                              \
  asm volatile("mma.sync.aligned.m16n8k32.row.col." types                               \
               " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"                 \
               : constraint(s[0]), constraint(s[1]), constraint(s[2]), constraint(s[3]) \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))

__global__ void m16n8k32_s8(Matrices x) {
  unsigned a[4], b[2];
  byte_fragments<AsByte, AsByte>(x, 32, a, b);
  SUMS_OF_INT
  MMA_32("s32.s8.s8.s32", "+r", s, a, b);
  STORE_SUMS(4)
}
__global__ void m16n8k32_u8_by_s8(Matrices x) {
  unsigned a[4], b[2];
  pack<AsByte, 4>(a, 4, [&](int i) {
    return fabsf(x.a[(group() + (i % 8 < 4 ? 0 : 8)) * 32 + within() * 4 + (i & 3) +
                     (i >= 8 ? 16 : 0)]) +
           128;
  });
  unsigned unused[4];
  byte_fragments<AsByte, AsByte>(x, 32, unused, b);
  SUMS_OF_INT
  MMA_32("s32.u8.s8.s32", "+r", s, a, b);
  STORE_SUMS(4)
}
__global__ void m16n8k16_s8(Matrices x) {
  unsigned a[2], b[1];
  byte_fragments<AsByte, AsByte>(x, 16, a, b);
  SUMS_OF_INT
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
      : "+r"(s[0]), "+r"(s[1]), "+r"(s[2]), "+r"(s[3])
      : "r"(a[0]), "r"(a[1]), "r"(b[0]));
  STORE_SUMS(4)
}
__global__ void m8n8k16_s8(Matrices x) {
  unsigned a, b;
  pack<AsByte, 4>(&a, 1, [&](int i) { return x.a[group() * 16 + within() * 4 + i]; });
  pack<AsByte, 4>(&b, 1, [&](int i) { return x.b[(within() * 4 + i) * 8 + group()]; });
  int s[2] = {static_cast<int>(x.c[place_of_sum(0)]), static_cast<int>(x.c[place_of_sum(1)])};
  asm volatile(
      "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.s8.s32 {%0,%1}, {%2}, {%3}, {%0,%1};"
      : "+r"(s[0]), "+r"(s[1])
      : "r"(a), "r"(b));
  STORE_SUMS(2)
}
__global__ void m16n8k32_fp8(Matrices x) {
  unsigned a[4], b[2];
  byte_fragments<AsE4M3, AsE5M2>(x, 32, a, b);
  SUMS_OF_FLOAT
  MMA_32("f32.e4m3.e5m2.f32", "+f", s, a, b);
  STORE_SUMS(4)
}

// --- all alike

void expect_product(void (*kernel)(Matrices), int m, int k, int most, bool a_is_unsigned = false) {
  reference::Random random{static_cast<std::uint64_t>(m * 100 + k)};
  const auto numbers = [&](int count) {
    std::vector<float> all;
    for (int i = 0; i < count; ++i)
      all.push_back(static_cast<float>(
          static_cast<int>(random.next() % static_cast<unsigned>(2 * most + 1)) - most));
    return all;
  };
  const std::vector<float> a = numbers(m * k), b = numbers(k * 8), c = numbers(m * 8);
  Device<float> da(a), db(b), dc(c), dd(static_cast<std::size_t>(m) * 8);
  kernel<<<1, 32>>>({da.data, db.data, dc.data, dd.data});
  const std::vector<float> d = dd.get();
  int wrong = 0;
  for (int row = 0; row < m; ++row) {
    for (int column = 0; column < 8; ++column) {
      float sum = c[row * 8 + column];
      for (int i = 0; i < k; ++i) {
        const float factor = a[row * k + i];
        sum += (a_is_unsigned ? std::abs(factor) + 128 : factor) * b[i * 8 + column];
      }
      if (!(d[row * 8 + column] == sum)) ++wrong;
    }
  }
  EXPECT_EQ(wrong, 0);
}

TEST(MmaOfHalf) {
  expect_product(m16n8k16_f16, 16, 16, 100);
  expect_product(m16n8k8_f16, 16, 8, 100);
  expect_product(m16n8k16_f16_in_half, 16, 16, 8);
}
TEST(MmaOfBfloat16) {
  expect_product(m16n8k16_bf16, 16, 16, 100);
  expect_product(m16n8k8_bf16, 16, 8, 100);
}
TEST(MmaOfTf32) {
  expect_product(m16n8k8_tf32, 16, 8, 1000);
  expect_product(m16n8k4_tf32, 16, 4, 1000);
}
TEST(MmaOfDouble) {
  expect_product(m8n8k4_f64, 8, 4, 1000);
  expect_product(m16n8k8_f64, 16, 8, 1000);
  expect_product(m16n8k16_f64, 16, 16, 1000);
}
TEST(MmaOfBytes) {
  expect_product(m16n8k32_s8, 16, 32, 120);
  expect_product(m16n8k32_u8_by_s8, 16, 32, 120, true);
  expect_product(m16n8k16_s8, 16, 16, 120);
  expect_product(m8n8k16_s8, 8, 16, 120);
}
TEST(MmaOfFp8) { expect_product(m16n8k32_fp8, 16, 32, 4); }

// --- tiles

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

/// Four tiles below one another in shared memory, rows of 16 bytes and some more.
__global__ void load(unsigned* out) {
  __shared__ __align__(16) unsigned short tile[32][24];
  const unsigned t = threadIdx.x;
  for (int column = 0; column < 8; ++column)
    tile[t][column] = static_cast<unsigned short>(t * 8 + column);
  __syncwarp();
  const unsigned row = shared_address(&tile[t][0]);
  unsigned r[4], *o = out + 14 * t;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(o[0]) : "r"(row));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
               : "=r"(r[0]), "=r"(r[1])
               : "r"(row));
  o[1] = r[0], o[2] = r[1];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(row));
  for (int i = 0; i < 4; ++i) o[3 + i] = r[i];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(row));
  for (int i = 0; i < 4; ++i) o[7 + i] = r[i];
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(o[11]) : "r"(o[0]));
}

unsigned parts(unsigned tile, unsigned row, unsigned column, bool transposed) {
  const auto element = [&](unsigned r, unsigned c) { return (tile * 8 + r) * 8 + c; };
  return transposed ? element(column, row) | element(column + 1, row) << 16
                    : element(row, column) | element(row, column + 1) << 16;
}

TEST(TilesFromSharedMemory) {
  Device<unsigned> out(14 * 32);
  load<<<1, 32>>>(out.data);
  const std::vector<unsigned> r = out.get();
  for (unsigned t = 0; t < 32; ++t) {
    const unsigned row = t / 4, column = t % 4 * 2, *o = &r[14 * t];
    EXPECT_EQ(o[0], parts(0, row, column, false));
    for (unsigned i = 0; i < 2; ++i) EXPECT_EQ(o[1 + i], parts(i, row, column, false));
    for (unsigned i = 0; i < 4; ++i) {
      EXPECT_EQ(o[3 + i], parts(i, row, column, false));
      EXPECT_EQ(o[7 + i], parts(i, row, column, true));
    }
    EXPECT_EQ(o[11], parts(0, row, column, true));
  }
}

__global__ void store(unsigned short* out) {
  __shared__ __align__(16) unsigned short tile[2][32][8];
  const unsigned t = threadIdx.x;
  unsigned r[4];
  for (unsigned i = 0; i < 4; ++i) r[i] = (t * 4 + i) * 2 | ((t * 4 + i) * 2 + 1) << 16;
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};"
               :
               : "r"(shared_address(&tile[0][t][0])), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3])
               : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1,%2};"
               :
               : "r"(shared_address(&tile[1][t][0])), "r"(r[0]), "r"(r[1])
               : "memory");
  __syncwarp();
  for (int column = 0; column < 8; ++column) {
    out[t * 8 + column] = tile[0][t][column];
    if (t < 16) out[256 + t * 8 + column] = tile[1][t][column];
  }
}

TEST(TilesToSharedMemory) {
  Device<unsigned short> out(512);
  store<<<1, 32>>>(out.data);
  const std::vector<unsigned short> r = out.get();
  for (unsigned tile = 0; tile < 4; ++tile) {
    for (unsigned row = 0; row < 8; ++row) {
      for (unsigned column = 0; column < 8; ++column) {
        const auto expected = [&](unsigned r_, unsigned c_) {
          return ((r_ * 4 + c_ / 2) * 4 + tile) * 2 + c_ % 2;
        };
        EXPECT_EQ(r[(tile * 8 + row) * 8 + column], expected(row, column));
        if (tile < 2) EXPECT_EQ(r[256 + (tile * 8 + row) * 8 + column], expected(column, row));
      }
    }
  }
}

// As libraries do it: tiles by ldmatrix, the product by mma.
__global__ void tile_product(const __half* a, const __half* b, float* d) {
  __shared__ __align__(16) __half ta[16][24], tb[16][8];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < 256; i += 32) ta[i / 16][i % 16] = a[i];
  for (unsigned i = t; i < 128; i += 32) tb[i / 8][i % 8] = b[i];
  __syncwarp();
  unsigned fa[4], fb[2];
  float s[4] = {};
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3])
               : "r"(shared_address(&ta[t % 16][t / 16 * 8])));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
               : "=r"(fb[0]), "=r"(fb[1])
               : "r"(shared_address(&tb[t % 16][0])));
  MMA_16("f16", s, s, fa, fb);
  for (int i = 0; i < 4; ++i) d[place_of_sum(i)] = s[i];
}

TEST(TilesByLdmatrixAndProductsByMma) {
  std::vector<__half> a, b;
  for (int i = 0; i < 256; ++i) a.push_back(__half(static_cast<float>(i * 7 % 15 - 7)));
  for (int i = 0; i < 128; ++i) b.push_back(__half(static_cast<float>(i * 5 % 17 - 8)));
  Device<__half> da(a), db(b);
  Device<float> dd(128);
  tile_product<<<1, 32>>>(da.data, db.data, dd.data);
  const std::vector<float> d = dd.get();
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 8; ++column) {
      float sum = 0;
      for (int i = 0; i < 16; ++i)
        sum += static_cast<float>(a[row * 16 + i]) * static_cast<float>(b[i * 8 + column]);
      EXPECT_EQ(d[row * 8 + column], sum);
    }
  }
}

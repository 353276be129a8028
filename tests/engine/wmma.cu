// nvcuda::wmma: every documented shape, type and layout. Elements are small whole numbers, or
// quarters of them, so that all sums are exact in any order.
#include <mma.h>

#include <cstdint>

#include "expect.h"
#include "small_float_reference.h"

using expect::Device;
using namespace nvcuda;

template <class T>
struct Stored {
  using type = T;
};
template <>
struct Stored<wmma::precision::tf32> {
  using type = float;
};

/// d = a * b + c for one warp; both matrices in their layouts, sums in `layout`.
template <int m, int n, int k, class T, class A, class B, class C, class D>
__global__ void multiply(const typename Stored<T>::type* a, unsigned stride_a,
                         const typename Stored<T>::type* b, unsigned stride_b, const C* c, D* d,
                         unsigned stride_c, wmma::layout_t layout) {
  wmma::fragment<wmma::matrix_a, m, n, k, T, A> fa;
  wmma::fragment<wmma::matrix_b, m, n, k, T, B> fb;
  wmma::fragment<wmma::accumulator, m, n, k, C> fc;
  wmma::fragment<wmma::accumulator, m, n, k, D> fd;
  wmma::load_matrix_sync(fa, a, stride_a);
  wmma::load_matrix_sync(fb, b, stride_b);
  wmma::load_matrix_sync(fc, c, stride_c, layout);
  wmma::mma_sync(fd, fa, fb, fc);
  wmma::store_matrix_sync(d, fd, stride_c, layout);
}

constexpr int elements = 40 * 40;

template <class T>
std::vector<T> numbers(int seed, int least, int most, double unit) {
  reference::Random random{static_cast<std::uint64_t>(seed)};
  std::vector<T> all;
  for (int i = 0; i < elements; ++i) {
    const int span = most - least + 1;
    all.push_back(static_cast<T>(static_cast<float>(
        (least + static_cast<int>(random.next() % static_cast<unsigned>(span))) * unit)));
  }
  return all;
}

template <class T>
double value(T x) {
  return static_cast<double>(static_cast<float>(x));
}

template <int m, int n, int k, class T, class A, class B, class C, class D>
void one_product(int least, int most, double unit) {
  using S = typename Stored<T>::type;
  constexpr bool by_rows_a = std::is_same<A, wmma::row_major>::value,
                 by_rows_b = std::is_same<B, wmma::row_major>::value;
  // The strides are multiples of 16 bytes, as they must be.
  const unsigned stride_a = by_rows_a ? k + 16 : m + 16, stride_b = by_rows_b ? n + 16 : k + 16;
  const std::vector<S> a = numbers<S>(1, least, most, unit), b = numbers<S>(2, least, most, unit);
  const std::vector<C> c = numbers<C>(3, least, most, unit);
  Device<S> da(a), db(b);
  Device<C> dc(c);
  for (const wmma::layout_t layout : {wmma::mem_row_major, wmma::mem_col_major}) {
    const bool by_rows = layout == wmma::mem_row_major;
    const unsigned stride_c = by_rows ? n + 8 : m + 8;
    Device<D> dd(std::vector<D>(elements, static_cast<D>(0)));
    multiply<m, n, k, T, A, B, C, D>
        <<<1, 32>>>(da.data, stride_a, db.data, stride_b, dc.data, dd.data, stride_c, layout);
    const std::vector<D> d = dd.get();
    int wrong = 0;
    for (int row = 0; row < m; ++row) {
      for (int column = 0; column < n; ++column) {
        const unsigned r = static_cast<unsigned>(row), q = static_cast<unsigned>(column);
        const unsigned at = by_rows ? r * stride_c + q : q * stride_c + r;
        double sum = value(c[at]);
        for (unsigned i = 0; i < k; ++i)
          sum += value(a[by_rows_a ? r * stride_a + i : i * stride_a + r]) *
                 value(b[by_rows_b ? i * stride_b + q : q * stride_b + i]);
        if (!(value(d[at]) == sum)) ++wrong;
      }
    }
    EXPECT_EQ(wrong, 0);
  }
}

template <int m, int n, int k, class T, class C, class D>
void all_layouts(int least, int most, double unit) {
  one_product<m, n, k, T, wmma::row_major, wmma::row_major, C, D>(least, most, unit);
  one_product<m, n, k, T, wmma::row_major, wmma::col_major, C, D>(least, most, unit);
  one_product<m, n, k, T, wmma::col_major, wmma::row_major, C, D>(least, most, unit);
  one_product<m, n, k, T, wmma::col_major, wmma::col_major, C, D>(least, most, unit);
}

template <class T, class C, class D>
void three_shapes(int least, int most, double unit) {
  all_layouts<16, 16, 16, T, C, D>(least, most, unit);
  all_layouts<32, 8, 16, T, C, D>(least, most, unit);
  all_layouts<8, 32, 16, T, C, D>(least, most, unit);
}

TEST(MatricesOfHalfSummedInFloat) { three_shapes<__half, float, float>(-20, 20, 0.25); }
TEST(MatricesOfHalfSummedInHalf) { three_shapes<__half, __half, __half>(-4, 4, 0.5); }
TEST(MatricesOfHalfFromHalfToFloatAndBack) {
  three_shapes<__half, __half, float>(-4, 4, 0.5);
  three_shapes<__half, float, __half>(-4, 4, 0.5);
}
TEST(MatricesOfBfloat16) { three_shapes<__nv_bfloat16, float, float>(-20, 20, 0.25); }
TEST(MatricesOfSignedBytes) { three_shapes<signed char, int, int>(-128, 127, 1); }
TEST(MatricesOfUnsignedBytes) { three_shapes<unsigned char, int, int>(0, 255, 1); }
TEST(MatricesOfTf32) {
  all_layouts<16, 16, 8, wmma::precision::tf32, float, float>(-500, 500, 0.125);
}
TEST(MatricesOfDouble) { all_layouts<8, 8, 4, double, double, double>(-1000, 1000, 0.125); }

// Sums that are not exact: as near as the sums' type can be expected to come.
__global__ void long_sum(const __half* a, const __half* b, float* d, int k) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fd;
  wmma::fill_fragment(fd, 0.0f);
  for (int i = 0; i < k; i += 16) {
    wmma::load_matrix_sync(fa, a + i, k);
    wmma::load_matrix_sync(fb, b + i, k);
    wmma::mma_sync(fd, fa, fb, fd);
  }
  for (int i = 0; i < fd.num_elements; ++i) fd.x[i] *= 2;
  wmma::store_matrix_sync(d, fd, 16, wmma::mem_row_major);
}

TEST(LongSumsWithinFloatsPrecision) {
  constexpr int k = 512;
  std::vector<__half> a, b;
  reference::Random random{21};
  for (int i = 0; i < 16 * k; ++i) {
    a.push_back(__half(static_cast<float>(random.next() % 2000) / 1000 - 1));
    b.push_back(__half(static_cast<float>(random.next() % 2000) / 1000 - 1));
  }
  Device<__half> da(a), db(b);
  Device<float> dd(256);
  long_sum<<<1, 32>>>(da.data, db.data, dd.data, k);
  const std::vector<float> d = dd.get();
  for (int r = 0; r < 16; ++r) {
    for (int c = 0; c < 16; ++c) {
      double sum = 0, size = 0;
      for (int i = 0; i < k; ++i) {
        const double product = value(a[r * k + i]) * value(b[c * k + i]);
        sum += product, size += std::fabs(product);
      }
      // 32 steps, each of which may lose some units of the largest partial sum's last place.
      EXPECT(std::fabs(d[r * 16 + c] - 2 * sum) <= 2 * size * 32 * 0x1p-22);
    }
  }
}

__global__ void saturated(const signed char* a, const signed char* b, int c, int* d) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc, fd;
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::fill_fragment(fc, c);
  wmma::mma_sync(fd, fa, fb, fc, true);
  wmma::store_matrix_sync(d, fd, 16, wmma::mem_row_major);
  wmma::mma_sync(fd, fa, fb, fc);
  wmma::store_matrix_sync(d + 256, fd, 16, wmma::mem_row_major);
}

TEST(WholeNumbersSaturateOrWrapAround) {
  const std::vector<signed char> ones(256, 1);
  Device<signed char> a(ones), b(ones);
  Device<int> d(512);
  saturated<<<1, 32>>>(a.data, b.data, 0x7ffffffa, d.data);
  const std::vector<int> r = d.get();
  for (int i = 0; i < 256; ++i) {
    EXPECT_EQ(r[i], 0x7fffffff);
    EXPECT_EQ(static_cast<unsigned>(r[256 + i]), 0x8000000au);
  }
}

__global__ void converted(const float* in, float* out) {
  out[threadIdx.x] = wmma::__float_to_tf32(in[threadIdx.x]);
}

TEST(Tf32RoundsTiesAwayFromZero) {
  const std::vector<float> in = {
      1.0f, 1.0f + 0x1p-11f, 1.0f + 0x1p-11f - 0x1p-23f, -1.0f - 0x1p-11f, 3e38f, 0.0f};
  const std::vector<float> expected = {1.0f, 1.0f + 0x1p-10f, 1.0f, -1.0f - 0x1p-10f, 0, 0.0f};
  Device<float> d(in), out(in.size());
  converted<<<1, static_cast<unsigned>(in.size())>>>(d.data, out.data);
  const std::vector<float> r = out.get();
  for (std::size_t i = 0; i < in.size(); ++i)
    if (i != 4) EXPECT_EQ(r[i], expected[i]);
  EXPECT(std::fabs(r[4] - in[4]) <= in[4] * 0x1p-11f);
}

// Four warps share tiles; each has a quarter of the result.
constexpr int tile = 32;
__global__ void tiled(int n, const __half* a, const __half* b, float* c) {
  __shared__ __half ta[tile][tile + 8], tb[tile][tile + 8];
  const unsigned t = threadIdx.x, warp = t / 32;
  const unsigned row = blockIdx.y * tile, column = blockIdx.x * tile;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k0 = 0; k0 < n; k0 += tile) {
    for (unsigned i = t; i < tile * tile; i += blockDim.x) {
      ta[i / tile][i % tile] = a[(row + i / tile) * n + k0 + i % tile];
      tb[i / tile][i % tile] = b[(k0 + i / tile) * n + column + i % tile];
    }
    __syncthreads();
    for (int k = 0; k < tile; k += 16) {
      wmma::load_matrix_sync(fa, &ta[warp / 2 * 16][k], tile + 8);
      wmma::load_matrix_sync(fb, &tb[k][warp % 2 * 16], tile + 8);
      wmma::mma_sync(sum, fa, fb, sum);
    }
    __syncthreads();
  }
  wmma::store_matrix_sync(c + (row + warp / 2 * 16) * n + column + warp % 2 * 16, sum, n,
                          wmma::mem_row_major);
}

TEST(TilesInSharedMemory) {
  constexpr int n = 96;
  std::vector<__half> a, b;
  for (int i = 0; i < n * n; ++i) {
    a.push_back(__half(static_cast<float>(i * 7 % 11 - 5)));
    b.push_back(__half(static_cast<float>(i * 5 % 13 - 6)));
  }
  Device<__half> da(a), db(b);
  Device<float> dc(n * n);
  tiled<<<dim3(n / tile, n / tile), 128>>>(n, da.data, db.data, dc.data);
  const std::vector<float> c = dc.get();
  for (int r = 0; r < n; ++r) {
    for (int q = 0; q < n; ++q) {
      double sum = 0;
      for (int i = 0; i < n; ++i) sum += value(a[r * n + i]) * value(b[i * n + q]);
      EXPECT_EQ(c[r * n + q], sum);
    }
  }
}

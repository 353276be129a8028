// Three bfloat16 numbers carry the 24 bits of a float: x = high + middle + low, each rounded from
// what the one before leaves. Of the nine products of two such sums six matter; tensor cores make
// them, sixteen times as fast as float units make one. Their own sums are rounded towards zero, so
// that they go into plain float every 128 steps of k.
//
// One H100: 1.01 to 1.03 times cuBLAS from 3072 to 8192 in each direction, 0.94 at 2048, 0.54 at
// 256, with 0.3 to 1.3 times its greatest error from 1024 on and up to 4.6 times below. What limits
// it is the rate of mma.sync in bfloat16, of which a sixth is left for each product; wgmma, which
// only that generation has, would be faster. The operands are split once, by a kernel of their own,
// into planes padded to whole tiles, so the loop over tiles needs no guard. Values that the parts
// cannot carry (not finite, huge, or so small that the low part vanishes) are left to plain float
// arithmetic.
#include <cuda_bf16.h>

#include <cstddef>

#include "../matmul.cu"
#include "champions/scratch.h"
#include "ways.h"

namespace tensor {

constexpr int parts = 3;
constexpr int tile_n = 128, tile_k = 32, threads = 256;
[[maybe_unused]] constexpr int k_tiles_a_sum = 4;  // so many go into the tensor cores' sums

using ways::up;
using ways::Way;

/// One matrix of rows × columns, split into planes of padded_rows × padded_columns.
__global__ void split(const float* from, int rows, int columns, __nv_bfloat16* to, int padded_rows,
                      int padded_columns, Way way) {
  if (!way.taken()) return;
  constexpr float least = 0x1p-110f, most = 0x1p127f;
  const int column = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (column >= padded_columns) return;
  const std::size_t plane = std::size_t(padded_rows) * padded_columns;
  for (int row = blockIdx.y; row < padded_rows; row += gridDim.y) {
    float x[2];
    for (int i = 0; i < 2; ++i)
      x[i] = row < rows && column + i < columns ? from[std::size_t(row) * columns + column + i] : 0;
    for (int i = 0; i < 2; ++i)
      if (x[i] != 0 && !(fabsf(x[i]) >= least && fabsf(x[i]) < most)) way.pass_on();
    for (int part = 0; part < parts; ++part) {
      const __nv_bfloat162 rounded = __floats2bfloat162_rn(x[0], x[1]);
      *reinterpret_cast<__nv_bfloat162*>(
          &to[part * plane + std::size_t(row) * padded_columns + column]) = rounded;
      x[0] -= __low2float(rounded);
      x[1] -= __high2float(rounded);
    }
  }
}

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__device__ void copy_16_bytes(void* to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from)
               : "memory");
}

/// Four matrices of 8 × 8; of the k-th the lanes 8k to 8k + 7 give the rows.
__device__ void load_matrices(unsigned (&to)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(shared_address(row))
               : "memory");
}
__device__ void load_transposed(unsigned (&to)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(shared_address(row))
               : "memory");
}

/// sum += a · b, 16 × 16 by 16 × 8.
__device__ void multiply(float (&sum)[4], const unsigned (&a)[4], const unsigned b0,
                         const unsigned b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// Tiles of one stage. The 16-byte chunks of a row stand in an order in which eight rows' chunks of
/// one column lie in different banks.
template <int tile_m>
struct Stage {
  __nv_bfloat16 a[parts][tile_m][tile_k];
  __nv_bfloat16 b[parts][tile_k][tile_n];

  __device__ __nv_bfloat16* a_chunk(int part, int row, int chunk) {
    return &a[part][row][8 * (chunk ^ ((row >> 1) & 3))];
  }
  __device__ __nv_bfloat16* b_chunk(int part, int row, int chunk) {
    return &b[part][row][8 * (chunk ^ (row & 7))];
  }
};

template <int tile_m, int stages>
__global__ void __launch_bounds__(threads, 1)
    product(int m, int n, int padded_m, int padded_n, int padded_k, const __nv_bfloat16* A,
            const __nv_bfloat16* B, float* C, Way way) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  if (!way.taken()) return;
  constexpr int warp_m = tile_m / 2, warp_n = tile_n / 4;  // 2 × 4 warps
  constexpr int fragments_m = warp_m / 16, fragments_n = warp_n / 8;
  extern __shared__ __align__(128) unsigned char memory[];
  Stage<tile_m>* const stage = reinterpret_cast<Stage<tile_m>*>(memory);

  const int2 tile = ways::tile_at(blockIdx.x, padded_m / tile_m, padded_n / tile_n);
  const int row0 = tile.x * tile_m, column0 = tile.y * tile_n;

  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int warp_row = warp / 4 * warp_m, warp_column = warp % 4 * warp_n;
  const std::size_t plane_a = std::size_t(padded_m) * padded_k;
  const std::size_t plane_b = std::size_t(padded_k) * padded_n;
  const int k_tiles = padded_k / tile_k;

  const auto fetch = [&](int k_tile) {
    if (k_tile < k_tiles) {
      Stage<tile_m>& to = stage[k_tile % stages];
      constexpr int a_chunks = tile_m * tile_k / 8, b_chunks = tile_k * tile_n / 8;
      for (int part = 0; part < parts; ++part) {
#pragma unroll
        for (int i = threadIdx.x; i < a_chunks; i += threads) {
          const int row = i / (tile_k / 8), chunk = i % (tile_k / 8);
          copy_16_bytes(to.a_chunk(part, row, chunk), A + part * plane_a +
                                                          std::size_t(row0 + row) * padded_k +
                                                          k_tile * tile_k + 8 * chunk);
        }
#pragma unroll
        for (int i = threadIdx.x; i < b_chunks; i += threads) {
          const int row = i / (tile_n / 8), chunk = i % (tile_n / 8);
          copy_16_bytes(to.b_chunk(part, row, chunk),
                        B + part * plane_b + std::size_t(k_tile * tile_k + row) * padded_n +
                            column0 + 8 * chunk);
        }
      }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  };

  float sum[fragments_m][fragments_n][4] = {}, recent[fragments_m][fragments_n][4] = {};
  for (int t = 0; t < stages - 1; ++t) fetch(t);
  for (int t = 0; t < k_tiles; ++t) {
    asm volatile("cp.async.wait_group %0;" ::"n"(stages - 2) : "memory");
    __syncthreads();
    fetch(t + stages - 1);
    Stage<tile_m>& now = stage[t % stages];
#pragma unroll
    for (int k = 0; k < tile_k / 16; ++k) {
      unsigned b[parts][fragments_n / 2][4];
#pragma unroll
      for (int part = 0; part < parts; ++part)
#pragma unroll
        for (int j = 0; j < fragments_n / 2; ++j)
          load_transposed(b[part][j], now.b_chunk(part, 16 * k + lane % 16,
                                                  warp_column / 8 + 2 * j + lane / 16));
#pragma unroll
      for (int i = 0; i < fragments_m; ++i) {
        unsigned a[parts][4];
#pragma unroll
        for (int part = 0; part < parts; ++part)
          load_matrices(a[part],
                        now.a_chunk(part, warp_row + 16 * i + lane % 16, 2 * k + lane / 16));
          // The small ones first.
#pragma unroll
        for (int order = parts - 1; order >= 0; --order)
#pragma unroll
          for (int part = 0; part <= order; ++part)
#pragma unroll
            for (int j = 0; j < fragments_n; ++j)
              multiply(recent[i][j], a[part], b[order - part][j / 2][j % 2 * 2],
                       b[order - part][j / 2][j % 2 * 2 + 1]);
      }
    }
    if (t % k_tiles_a_sum == k_tiles_a_sum - 1 || t == k_tiles - 1) {
#pragma unroll
      for (int i = 0; i < fragments_m; ++i)
#pragma unroll
        for (int j = 0; j < fragments_n; ++j)
#pragma unroll
          for (int e = 0; e < 4; ++e) {
            sum[i][j][e] += recent[i][j][e];
            recent[i][j][e] = 0;
          }
    }
  }
#pragma unroll
  for (int i = 0; i < fragments_m; ++i)
#pragma unroll
    for (int j = 0; j < fragments_n; ++j)
#pragma unroll
      for (int e = 0; e < 4; ++e) {
        const int row = row0 + warp_row + 16 * i + lane / 4 + e / 2 * 8;
        const int column = column0 + warp_column + 8 * j + lane % 4 * 2 + e % 2;
        if (row < m && column < n) C[std::size_t(row) * n + column] = sum[i][j][e];
      }
#endif
}

template <int tile_m, int stages>
void launch_product(int m, int n, int padded_m, int padded_n, int padded_k, const __nv_bfloat16* A,
                    const __nv_bfloat16* B, float* C, Way way) {
  constexpr int bytes = stages * sizeof(Stage<tile_m>);
  if constexpr (stages > 2) {  // as many as the device has room for
    int device = 0, most = 0;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    if (bytes > most)
      return launch_product<tile_m, stages - 1>(m, n, padded_m, padded_n, padded_k, A, B, C, way);
  }
  CHECK(cudaFuncSetAttribute(product<tile_m, stages>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             bytes));
  product<tile_m, stages><<<padded_m / tile_m*(padded_n / tile_n), threads, bytes>>>(
      m, n, padded_m, padded_n, padded_k, A, B, C, way);
}

/// Multiplies if it is `way`'s turn, or else plain arithmetic's, which is the way after it.
void multiply(int m, int n, int k, const float* A, const float* B, float* C, Way way) {
  const int padded_m = up(m, 128), padded_n = up(n, tile_n), padded_k = up(k, tile_k);
  const std::size_t a = std::size_t(padded_m) * padded_k, b = std::size_t(padded_k) * padded_n;
  const Scratch scratch(parts * (a + b) * sizeof(__nv_bfloat16) + 256);
  auto* const split_a = reinterpret_cast<__nv_bfloat16*>(scratch.get());
  auto* const split_b = split_a + parts * a;
  const auto split_one = [&](const float* from, int rows, int columns, __nv_bfloat16* to,
                             int padded_rows, int padded_columns) {
    if (k == 0) return;
    // Not a block for each row: where it is another way's turn, each block costs its start.
    const dim3 blocks(up(padded_columns / 2, 128) / 128, padded_rows < 128 ? padded_rows : 128);
    split<<<blocks, 128>>>(from, rows, columns, to, padded_rows, padded_columns, way);
  };
  split_one(A, m, k, split_a, padded_m, padded_k);
  split_one(B, k, n, split_b, padded_k, padded_n);
  // Large tiles where there are enough of them for all multiprocessors.
  if (padded_m / 128 * (padded_n / tile_n) >= 128)
    launch_product<128, 4>(m, n, padded_m, padded_n, padded_k, split_a, split_b, C, way);
  else
    launch_product<64, 4>(m, n, padded_m, padded_n, padded_k, split_a, split_b, C, way);
  ways::plain_product<<<256, 256>>>(m, n, k, A, B, C, way.next());
  CHECK(cudaGetLastError());
}

}  // namespace tensor

/// Compute capability 8.0 has these instructions; older devices, and doubles, do without.
bool has_them() {
  int device = 0, major = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
  return major >= 8;
}

bool by_tensor_cores(int m, int n, int k, const float* A, const float* B, float* C) {
  if (!has_them()) return false;
  const Scratch turn(sizeof(int));
  CHECK(cudaMemsetAsync(turn.get(), 0, sizeof(int)));
  tensor::multiply(m, n, k, A, B, C, {reinterpret_cast<int*>(turn.get()), 0});
  return true;
}
bool by_tensor_cores(int, int, int, const double*, const double*, double*) { return false; }

void split_bfloat16(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  if (!by_tensor_cores(m, n, k, A, B, C)) matmul_best(m, n, k, A, B, C);
}

// Products of doubles by the tensor cores for double: mma.sync of 16 × 8 × 16. Tiles of 128 × 128 ×
// 16 are fetched by asynchronous copies, some tiles ahead; each of eight warps keeps 64 × 32 sums.
// What limits it is the rate of those instructions. Comes after ../matmul.cu, whose CHECK it uses.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "ways.h"

namespace tensor_double {

using ways::up;

constexpr int tile_n = 128, tile_k = 16, threads = 256;

/// Tiles of one stage. Rows are 4 doubles longer than they need be: the 16 lanes that load at a
/// time then meet different banks.
template <int tile_m>
struct Stage {
  double a[tile_m][tile_k + 4];
  double b[tile_k][tile_n + 4];
};

/// Copies a double to shared memory while the thread goes on; 0 where there is none.
__device__ inline void copy(double* to, const double* from, bool there) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(
                   static_cast<unsigned>(__cvta_generic_to_shared(to))),
               "l"(from), "r"(there ? 8 : 0)
               : "memory");
}

/// sum += a · b, 16 × 16 by 16 × 8.
__device__ inline void multiply(double (&sum)[4], const double (&a)[8], const double (&b)[4]) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
      "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
      : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),
        "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
}

template <int tile_m, int stages>
__global__ void __launch_bounds__(threads, 1)
    product(int m, int n, int k, const double* A, const double* B, double* C) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  constexpr int warp_m = tile_m / 2, warp_n = tile_n / 4;  // 2 × 4 warps
  constexpr int fragments_m = warp_m / 16, fragments_n = warp_n / 8;
  extern __shared__ __align__(128) unsigned char memory[];
  Stage<tile_m>* const stage = reinterpret_cast<Stage<tile_m>*>(memory);
  const int2 tile = ways::tile_at(blockIdx.x, up(m, tile_m) / tile_m, up(n, tile_n) / tile_n);
  const int row0 = tile.x * tile_m, column0 = tile.y * tile_n;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int warp_row = warp / 4 * warp_m, warp_column = warp % 4 * warp_n;
  const int k_tiles = up(k, tile_k) / tile_k;

  const auto fetch = [&](int k_tile) {
    if (k_tile < k_tiles) {
      Stage<tile_m>& to = stage[k_tile % stages];
      const int k0 = k_tile * tile_k;
#pragma unroll
      for (int i = threadIdx.x; i < tile_m * tile_k; i += threads) {
        const int row = i / tile_k, at = i % tile_k;
        const bool there = row0 + row < m && k0 + at < k;
        copy(&to.a[row][at], there ? &A[std::size_t(row0 + row) * k + k0 + at] : A, there);
      }
#pragma unroll
      for (int i = threadIdx.x; i < tile_k * tile_n; i += threads) {
        const int at = i / tile_n, column = i % tile_n;
        const bool there = k0 + at < k && column0 + column < n;
        copy(&to.b[at][column], there ? &B[std::size_t(k0 + at) * n + column0 + column] : B, there);
      }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  };

  double sum[fragments_m][fragments_n][4] = {};
  for (int t = 0; t < stages - 1; ++t) fetch(t);
  for (int t = 0; t < k_tiles; ++t) {
    asm volatile("cp.async.wait_group %0;" ::"n"(stages - 2) : "memory");
    __syncthreads();
    fetch(t + stages - 1);
    const Stage<tile_m>& now = stage[t % stages];
    double b[fragments_n][4];
#pragma unroll
    for (int j = 0; j < fragments_n; ++j)
#pragma unroll
      for (int e = 0; e < 4; ++e) b[j][e] = now.b[lane % 4 + 4 * e][warp_column + 8 * j + lane / 4];
#pragma unroll
    for (int i = 0; i < fragments_m; ++i) {
      double a[8];
#pragma unroll
      for (int e = 0; e < 8; ++e)
        a[e] = now.a[warp_row + 16 * i + lane / 4 + e % 2 * 8][lane % 4 + e / 2 * 4];
#pragma unroll
      for (int j = 0; j < fragments_n; ++j) multiply(sum[i][j], a, b[j]);
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

inline bool can_multiply() {
  int device = 0, major = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
  return major == 9;
}

template <int tile_m>
void launch(int m, int n, int k, const double* A, const double* B, double* C) {
  constexpr int stages = 4, bytes = stages * sizeof(Stage<tile_m>);
  CHECK(cudaFuncSetAttribute(product<tile_m, stages>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             bytes));
  product<tile_m, stages>
      <<<up(m, tile_m) / tile_m*(up(n, tile_n) / tile_n), threads, bytes>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}

inline void multiply(int m, int n, int k, const double* A, const double* B, double* C) {
  // Large tiles where there are enough of them for all multiprocessors.
  if (up(m, 128) / 128 * (up(n, tile_n) / tile_n) >= 128)
    launch<128>(m, n, k, A, B, C);
  else
    launch<64>(m, n, k, A, B, C);
}

}  // namespace tensor_double

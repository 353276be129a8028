// Products of doubles by the tensor cores for double: mma.sync of 16 × 8 × 4, whose fragments leave
// registers for the next ones. A warp makes 64 × 32 of C; a block makes a tile of 128 × 64, two of
// which share a multiprocessor, so that one multiplies while the other waits at its barrier, or of
// large products a tile of 128 × 128. Tiles of 16 steps of k are fetched by asynchronous copies,
// two ahead. What limits it is the rate of those instructions; a barrier of its own for each stage
// (mbarrier), with which warps may be further apart, makes it slower. Comes after ../matmul.cu,
// whose CHECK it uses.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "champions/early_launch.h"
#include "ways.h"

namespace tensor_double {

using ways::up;
using ways::Way;

constexpr int tile_m = 128, tile_k = 16, stages = 3;
constexpr int warp_m = 64, warp_n = 32;
template <int tile_n>
constexpr int threads_of = tile_m / warp_m*(tile_n / warp_n) * 32;

/// Tiles of one stage, `tile_n` columns of B. Rows are 4 doubles longer than they need be: the 16
/// lanes that load at a time then meet different banks.
template <int tile_n>
struct Stage {
  double a[tile_m][tile_k + 4];
  double b[tile_k][tile_n + 4];
};

/// Copies `width` doubles to shared memory while the thread goes on; those beyond `there` are 0.
template <int width>
__device__ void copy(double* to, const double* from, int there) {
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  const int bytes = 8 * min(max(there, 0), width);
  if (width == 2)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from),
                 "r"(bytes)
                 : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(address), "l"(from),
                 "r"(bytes)
                 : "memory");
}

/// sum += a · b, 16 × 4 by 4 × 8.
__device__ inline void multiply(double (&sum)[4], const double (&a)[2], double b) {
  asm volatile(
      "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
      "{%0, %1, %2, %3};"
      : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
      : "d"(a[0]), "d"(a[1]), "d"(b));
}

constexpr int fragments_m = warp_m / 16, fragments_n = warp_n / 8;

/// What a lane holds of 4 steps of k, for all of its warp's 64 × 32 sums.
struct Fragments {
  double a[fragments_m][2], b[fragments_n];

  template <int tile_n>
  __device__ void load(const Stage<tile_n>& from, int warp_row, int warp_column, int k0, int lane) {
#pragma unroll
    for (int i = 0; i < fragments_m; ++i)
#pragma unroll
      for (int e = 0; e < 2; ++e)
        a[i][e] = from.a[warp_row + 16 * i + lane / 4 + 8 * e][k0 + lane % 4];
#pragma unroll
    for (int j = 0; j < fragments_n; ++j)
      b[j] = from.b[k0 + lane % 4][warp_column + 8 * j + lane / 4];
  }

  __device__ void multiply_into(double (&sum)[fragments_m][fragments_n][4]) const {
#pragma unroll
    for (int i = 0; i < fragments_m; ++i)
#pragma unroll
      for (int j = 0; j < fragments_n; ++j) multiply(sum[i][j], a[i], b[j]);
  }
};

/// `width`: doubles that are copied at a time, 2 where k and n are even.
template <int width, int tile_n>
__device__ void make_tile(int index, int m, int n, int k, const double* A, const double* B,
                          double* C) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  extern __shared__ __align__(128) unsigned char memory[];
  constexpr int threads = threads_of<tile_n>, warps_across = tile_n / warp_n;
  Stage<tile_n>* const stage = reinterpret_cast<Stage<tile_n>*>(memory);
  const int2 tile = ways::tile_at(index, up(m, tile_m) / tile_m, up(n, tile_n) / tile_n);
  const int row0 = tile.x * tile_m, column0 = tile.y * tile_n;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int warp_row = warp / warps_across * warp_m, warp_column = warp % warps_across * warp_n;
  const int k_tiles = up(k, tile_k) / tile_k;

  // What this thread copies of each tile: every `rows_a`-th row of A's from a_row, likewise of B's.
  constexpr int columns_a = tile_k / width, rows_a = threads / columns_a;
  constexpr int columns_b = tile_n / width, rows_b = threads / columns_b;
  const int a_row = threadIdx.x / columns_a, a_column = threadIdx.x % columns_a * width;
  const int b_row = threadIdx.x / columns_b, b_column = threadIdx.x % columns_b * width;
  const double* const a_from = A + std::size_t(row0 + a_row) * k + a_column;
  const double* const b_from = B + std::size_t(b_row) * n + column0 + b_column;
  const auto fetch = [&](int k_tile) {
    if (k_tile < k_tiles) {
      Stage<tile_n>& to = stage[k_tile % stages];
      const int k0 = k_tile * tile_k;
#pragma unroll
      for (int i = 0; i < tile_m / rows_a; ++i) {
        const int there = row0 + a_row + i * rows_a < m ? k - k0 - a_column : 0;
        const double* const from = a_from + std::size_t(i) * rows_a * k + k0;
        copy<width>(&to.a[a_row + i * rows_a][a_column], there > 0 ? from : A, there);
      }
#pragma unroll
      for (int i = 0; i < tile_k / rows_b; ++i) {
        const int there = k0 + b_row + i * rows_b < k ? n - column0 - b_column : 0;
        const double* const from = b_from + std::size_t(k0 + i * rows_b) * n;
        copy<width>(&to.b[b_row + i * rows_b][b_column], there > 0 ? from : B, there);
      }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  };

  double sum[fragments_m][fragments_n][4] = {};
  for (int t = 0; t < stages - 1; ++t) fetch(t);
  asm volatile("cp.async.wait_group %0;" ::"n"(stages - 2) : "memory");
  __syncthreads();
  // While one part of a tile is multiplied, the next one is on its way to the registers.
  Fragments first, second;
  first.load(stage[0], warp_row, warp_column, 0, lane);
  for (int t = 0; t < k_tiles; ++t) {
    const Stage<tile_n>& here = stage[t % stages];
    second.load(here, warp_row, warp_column, 4, lane);
    first.multiply_into(sum);
    first.load(here, warp_row, warp_column, 8, lane);
    second.multiply_into(sum);
    second.load(here, warp_row, warp_column, 12, lane);
    first.multiply_into(sum);
    fetch(t + stages - 1);
    asm volatile("cp.async.wait_group %0;" ::"n"(stages - 2) : "memory");
    __syncthreads();
    if (t + 1 < k_tiles) first.load(stage[(t + 1) % stages], warp_row, warp_column, 0, lane);
    second.multiply_into(sum);
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

template <int width, int tile_n>
__global__ void __launch_bounds__(threads_of<tile_n>, 256 / threads_of<tile_n>)
    product(int m, int n, int k, const double* A, const double* B, double* C) {
  make_tile<width, tile_n>(blockIdx.x, m, n, k, A, B, C);
}

/// The same by as many blocks as there are, which end at once if it is not this way's turn.
template <int width>
__global__ void __launch_bounds__(threads_of<128>, 1)
    product_in_turn(int m, int n, int k, const double* A, const double* B, double* C, Way way) {
  wait_for_previous();
  if (!way.taken()) return;
  const int tiles = up(m, tile_m) / tile_m * (up(n, 128) / 128);
  for (int index = blockIdx.x; index < tiles; index += gridDim.x) {
    make_tile<width, 128>(index, m, n, k, A, B, C);
    __syncthreads();
  }
}

inline bool can_multiply() {
  int device = 0, major = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
  return major == 9;
}

template <int tile_n>
constexpr int shared_bytes = stages * sizeof(Stage<tile_n>);

template <int width, int tile_n>
void launch(int m, int n, int k, const double* A, const double* B, double* C) {
  const auto kernel = product<width, tile_n>;
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             shared_bytes<tile_n>));
  kernel<<<up(m, tile_m) / tile_m*(up(n, tile_n) / tile_n), threads_of<tile_n>,
           (shared_bytes<tile_n>)>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}

inline int multiprocessors() {
  int device = 0, result = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&result, cudaDevAttrMultiProcessorCount, device));
  return result;
}

template <int width>
void launch(int m, int n, int k, const double* A, const double* B, double* C) {
  // Wide tiles ask the second-level cache for two thirds of the bytes, where there are enough of
  // them for all multiprocessors.
  const double wide = double(up(m, tile_m) / tile_m) * (up(n, 128) / 128);
  if (wide > 1.5 * multiprocessors())
    launch<width, 128>(m, n, k, A, B, C);
  else
    launch<width, 64>(m, n, k, A, B, C);
}

inline void multiply(int m, int n, int k, const double* A, const double* B, double* C) {
  if (k % 2 == 0 && n % 2 == 0)
    launch<2>(m, n, k, A, B, C);
  else
    launch<1>(m, n, k, A, B, C);
}

/// Multiplies if it is this way's turn.
inline void multiply(int m, int n, int k, const double* A, const double* B, double* C, Way way) {
  const auto kernel = k % 2 == 0 && n % 2 == 0 ? product_in_turn<2> : product_in_turn<1>;
  CHECK(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes<128>));
  launch_early(kernel, multiprocessors(), threads_of<128>, shared_bytes<128>, 1, m, n, k, A, B, C,
               way);
}

}  // namespace tensor_double

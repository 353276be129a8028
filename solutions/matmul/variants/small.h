// Small products: tiles of 64 × 64, and where there are fewer tiles than multiprocessors, several
// blocks for each tile, which take a part of k each. They are a cluster: the parts of their sums
// lie in their shared memory, and each block adds up some rows of all of them there, always in the
// same order. Shorter chains of additions also make the error smaller. Comes after ../matmul.cu,
// whose CHECK it uses.
//
// Doubles are multiplied by the tensor cores for them, which all devices with clusters have.
//
// What limits it: up to 256 the launch and two ways through the memory; at 512 arithmetic. One
// H200, against cuBLAS, float: 1.15, 1.42, 1.48 and 1.12 at 64, 128, 256 and 512;
// double: 1.31, 1.36, 1.16 and 0.82.
#pragma once

#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

#include "tensor-double.h"

namespace small {

using ways::up;

constexpr int side = 64, threads = 256, stages = 3;
constexpr int most_parts = 8;              // of k; every device with clusters has them of 8
constexpr int length = 16 / sizeof(real);  // of what is copied at a time: 16 bytes
constexpr int depth = 8 * length;          // steps of k in a stage

/// Rows are longer than they need be, so that lanes that load at the same time meet different
/// banks.
template <class T>
struct Stage {
  T a[side][depth + 4];
  T b[depth][side + 4];
};

/// A thread's part of the sums of a tile.
template <class T>
struct Sums;

/// By multiply-adds, 4 × 4 a thread: its rows are y, y + 16, …; its columns are neighbors.
template <>
struct Sums<float> {
  static constexpr int across = 16, own = side / across;
  float sum[own][own] = {};

  static __device__ int x() { return threadIdx.x % across; }
  static __device__ int y() { return threadIdx.x / across; }

  __device__ void add(const Stage<float>& from) {
#pragma unroll
    for (int l = 0; l < depth; l += own) {
      float4 a[own];
#pragma unroll
      for (int i = 0; i < own; ++i)
        a[i] = *reinterpret_cast<const float4*>(&from.a[y() + across * i][l]);
#pragma unroll
      for (int v = 0; v < own; ++v) {
        const float4 b = *reinterpret_cast<const float4*>(&from.b[l + v][x() * own]);
#pragma unroll
        for (int i = 0; i < own; ++i)
#pragma unroll
          for (int j = 0; j < own; ++j) sum[i][j] += (&a[i].x)[v] * (&b.x)[j];
      }
    }
  }
  __device__ void store(float* tile) const {
#pragma unroll
    for (int i = 0; i < own; ++i)
#pragma unroll
      for (int j = 0; j < own; ++j) tile[(y() + across * i) * side + x() * own + j] = sum[i][j];
  }
};

/// By the tensor cores, 32 × 16 a warp.
template <>
struct Sums<double> {
  double sum[2][2][4] = {};

  static __device__ int lane() { return threadIdx.x % 32; }
  static __device__ int row() { return threadIdx.x / 32 / 4 * 32 + lane() / 4; }
  static __device__ int column() { return threadIdx.x / 32 % 4 * 16; }

  __device__ void add(const Stage<double>& from) {
#pragma unroll
    for (int l = 0; l < depth; l += 4) {
      double a[2][2], b[2];
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int e = 0; e < 2; ++e) a[i][e] = from.a[row() + 16 * i + 8 * e][l + lane() % 4];
#pragma unroll
      for (int j = 0; j < 2; ++j) b[j] = from.b[l + lane() % 4][column() + 8 * j + lane() / 4];
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) tensor_double::multiply(sum[i][j], a[i], b[j]);
    }
  }
  __device__ void store(double* tile) const {
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
      for (int j = 0; j < 2; ++j)
#pragma unroll
        for (int e = 0; e < 4; ++e)
          tile[(row() + 16 * i + e / 2 * 8) * side + column() + 8 * j + lane() % 4 * 2 + e % 2] =
              sum[i][j][e];
  }
};

/// `width`: numbers that are copied at a time; `length` where n and k are multiples of it, else 1.
template <int width>
__global__ void __launch_bounds__(threads, 2)
    product(int m, int n, int k, const real* A, const real* B, real* C) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  extern __shared__ __align__(16) unsigned char memory[];
  Stage<real>* const stage = reinterpret_cast<Stage<real>*>(memory);
  const auto cluster = cooperative_groups::this_cluster();
  const int parts = static_cast<int>(gridDim.z), part = static_cast<int>(blockIdx.z);
  const int row0 = static_cast<int>(blockIdx.y) * side;
  const int column0 = static_cast<int>(blockIdx.x) * side;
  const int all = up(k, depth) / depth;
  const int begin = all * part / parts, end = all * (part + 1) / parts;

  // What lies outside of a matrix becomes 0.
  const auto copy = [](real* to, const real* from, bool there) {
    constexpr std::size_t bytes = width * sizeof(real);
    __pipeline_memcpy_async(to, from, bytes, there ? 0 : bytes);
  };
  const auto fetch = [&](int t) {
    if (t < end) {
      Stage<real>& to = stage[t % stages];
      const int k0 = t * depth;
#pragma unroll
      for (int i = threadIdx.x; i < side * depth / width; i += threads) {
        const int row = i / (depth / width), at = i % (depth / width) * width;
        const bool there = row0 + row < m && k0 + at < k;
        copy(&to.a[row][at], there ? A + std::size_t(row0 + row) * k + k0 + at : A, there);
      }
#pragma unroll
      for (int i = threadIdx.x; i < side * depth / width; i += threads) {
        const int row = i / (side / width), at = i % (side / width) * width;
        const bool there = k0 + row < k && column0 + at < n;
        copy(&to.b[row][at], there ? B + std::size_t(k0 + row) * n + column0 + at : B, there);
      }
    }
    __pipeline_commit();
  };

  Sums<real> sums;
  for (int t = begin; t < begin + stages - 1; ++t) fetch(t);
  for (int t = begin; t < end; ++t) {
    __pipeline_wait_prior(stages - 2);
    __syncthreads();
    fetch(t + stages - 1);
    sums.add(stage[t % stages]);
  }
  __pipeline_wait_prior(0);
  __syncthreads();  // the stages are free: this block's part of the tile takes their place

  real* const mine = reinterpret_cast<real*>(memory);
  sums.store(mine);
  cluster.sync();
  for (int i = part * threads + threadIdx.x; i < side * side; i += parts * threads) {
    const int row = row0 + i / side, column = column0 + i % side;
    if (row >= m || column >= n) continue;
    real total = 0;
    for (int p = 0; p < parts; ++p) total += cluster.map_shared_rank(mine, p)[i];
    C[std::size_t(row) * n + column] = total;
  }
  cluster.sync();  // a block's shared memory ends with it
#endif
}

template <int width>
void launch(int m, int n, int k, int parts, const real* A, const real* B, real* C) {
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {1, 1, static_cast<unsigned>(parts)};
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(up(n, side) / side, up(m, side) / side, parts);
  config.blockDim = threads;
  config.dynamicSmemBytes = stages * sizeof(Stage<real>);
  config.attrs = &attribute;
  config.numAttrs = 1;
  const auto kernel = product<width>;
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(config.dynamicSmemBytes)));
  CHECK(cudaLaunchKernelEx(&config, kernel, m, n, k, A, B, C));
}

/// False, and nothing done, where the device has no clusters or the product is no small one.
inline bool multiply(int m, int n, int k, const real* A, const real* B, real* C) {
  int device = 0, clusters = 0, multiprocessors = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&clusters, cudaDevAttrClusterLaunch, device));
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  const double tiles = double(up(m, side) / side) * (up(n, side) / side);
  if (!clusters || k == 0 || tiles > multiprocessors) return false;
  int parts = 1;
  while (parts < most_parts && 2 * parts * tiles <= multiprocessors && 2 * parts * depth <= k)
    parts *= 2;
  if (n % length == 0 && k % length == 0)
    launch<length>(m, n, k, parts, A, B, C);
  else
    launch<1>(m, n, k, parts, A, B, C);
  return true;
}

}  // namespace small

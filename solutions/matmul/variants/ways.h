// Which of several ways of multiplying is taken, decided on the device by the values.
#pragma once

#include <cstddef>

namespace ways {

__host__ __device__ constexpr int up(int n, int multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

/// One of several ways, numbered from the fastest. All are launched; those whose turn it is not end
/// at once. A way that finds values which its numbers cannot carry passes its turn on.
struct Way {
  int* turn;  // on the device: the number of the way that is taken
  int number;

  __device__ bool taken() const { return *turn == number; }
  __device__ void pass_on() const { atomicMax(turn, number + 1); }
  Way next() const { return {turn, number + 1}; }
};

/// The `index`-th tile of C as row and column of tiles. Blocks that run at the same time share rows
/// and columns: `group` rows of tiles at a time.
template <int group = 8>
__device__ int2 tile_at(int index, int tiles_m, int tiles_n) {
  const int first = index / (group * tiles_n) * group;
  const int in_group = min(group, tiles_m - first);
  const int within = index % (group * tiles_n);
  return {first + within % in_group, within / in_group};
}

/// Plain arithmetic, which carries everything: tiles of 64 × 64, 4 × 4 a thread.
__global__ void __launch_bounds__(256)
    plain_product(int m, int n, int k, const float* A, const float* B, float* C, Way way) {
  if (!way.taken()) return;
  constexpr int side = 64, depth = 16;
  __shared__ float a[depth][side + 4], b[depth][side + 4];
  const int tiles_n = up(n, side) / side, tiles = up(m, side) / side * tiles_n;
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int row0 = tile / tiles_n * side, column0 = tile % tiles_n * side;
    float sum[4][4] = {};
    for (int k0 = 0; k0 < k; k0 += depth) {
      for (int i = threadIdx.x; i < side * depth; i += 256) {
        const int row = row0 + i / depth, at = k0 + i % depth;
        a[i % depth][i / depth] = row < m && at < k ? A[std::size_t(row) * k + at] : 0;
        const int column = column0 + i % side, from = k0 + i / side;
        b[i / side][i % side] = column < n && from < k ? B[std::size_t(from) * n + column] : 0;
      }
      __syncthreads();
      for (int l = 0; l < min(depth, k - k0); ++l)
        for (int i = 0; i < 4; ++i)
          for (int j = 0; j < 4; ++j)
            sum[i][j] = fmaf(a[l][4 * y + i], b[l][x + 16 * j], sum[i][j]);
      __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        const int row = row0 + 4 * y + i, column = column0 + x + 16 * j;
        if (row < m && column < n) C[std::size_t(row) * n + column] = sum[i][j];
      }
  }
}

}  // namespace ways

// Blocks stage tiles of A and B in shared memory: each value is loaded from global memory once for
// `tile` products, coalesced, and used from there. The width of the tile is an argument, so that
// one can watch what it is worth: traffic falls as 1/tile, and below 32 a row of the tile is less
// than a warp. With 4, 2 and 1 a block does not even fill one warp, and most lanes idle.
#include "common.h"

template <int tile>
__global__ void __launch_bounds__(tile* tile)
    staged_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real As[tile][tile];
  __shared__ real Bs[tile][tile];
  const int tx = static_cast<int>(threadIdx.x);
  const int ty = static_cast<int>(threadIdx.y);
  const long long column = static_cast<long long>(blockIdx.x) * tile + tx;
  // All threads of a block leave this loop together: only its tile's first row decides.
  for (long long first_row = static_cast<long long>(blockIdx.y) * tile; first_row < m;
       first_row += static_cast<long long>(gridDim.y) * tile) {
    const long long row = first_row + ty;
    real sum = 0;
    for (long long first = 0; first < k; first += tile) {
      As[ty][tx] = row < m && first + tx < k ? A[row * k + first + tx] : 0;
      Bs[ty][tx] = first + ty < k && column < n ? B[(first + ty) * n + column] : 0;
      __syncthreads();
#pragma unroll
      for (int p = 0; p < tile; ++p) sum += As[ty][p] * Bs[p][tx];
      __syncthreads();
    }
    if (row < m && column < n) C[row * n + column] = sum;
  }
}

template <int tile>
void launch_staged(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  staged_kernel<tile><<<grid_over(m, n, tile, tile), dim3(tile, tile)>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}

struct Width {
  int tile;
  void (*launch)(int m, int n, int k, const real* A, const real* B, real* C);
};

constexpr Width widths[] = {{32, launch_staged<32>}, {16, launch_staged<16>},
                            {8, launch_staged<8>},   {4, launch_staged<4>},
                            {2, launch_staged<2>},   {1, launch_staged<1>}};

void tiled(int m, int n, int k, const real* A, const real* B, real* C, int tile) {
  for (const Width& width : widths) {
    if (width.tile == tile) return width.launch(m, n, k, A, B, C);
  }
  std::fprintf(stderr, "tiled: there is no tile of %d x %d: tile is 32, 16, 8, 4, 2 or 1\n", tile,
               tile);
  std::abort();
}

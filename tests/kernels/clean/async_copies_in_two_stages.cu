// A matrix product whose next tiles are fetched while the current ones are used.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int tile = 8;

__global__ void product(int n, const float* a, const float* b, float* c) {
  __shared__ float as[2][tile][tile], bs[2][tile][tile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
  const auto fetch = [&](int k) {
    __pipeline_memcpy_async(&as[k % 2][y][x], &a[row * n + k * tile + x], sizeof(float));
    __pipeline_memcpy_async(&bs[k % 2][y][x], &b[(k * tile + y) * n + column], sizeof(float));
    __pipeline_commit();
  };
  float sum = 0;
  fetch(0);
  for (int k = 0; k < n / tile; ++k) {
    if (k + 1 < n / tile) {
      fetch(k + 1);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    for (int i = 0; i < tile; ++i) sum += as[k % 2][y][i] * bs[k % 2][i][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  const int n = 32;
  float *a, *b, *c;
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  cudaMemset(a, 0, n * n * sizeof(float));
  cudaMemset(b, 0, n * n * sizeof(float));
  product<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(n, a, b, c);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return 0;
}

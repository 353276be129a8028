// Buffers are freed and others allocated, which may lie where the first ones were.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void iota(int n, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] = threadIdx.x;
}

__global__ void add(int n, const int* a, int* sum) {
  if (threadIdx.x < n) sum[threadIdx.x] += a[threadIdx.x];
}

int main() {
  const int n = 60;
  int *sum, h[n], wrong = 0;
  cudaMalloc(&sum, sizeof(h));
  cudaMemset(sum, 0, sizeof(h));
  for (int r = 0; r < 5; ++r) {
    int* a;
    cudaMalloc(&a, (n + 10 * r) * sizeof(int));
    iota<<<1, 64>>>(n, a);
    add<<<1, 64>>>(n, a, sum);
    cudaFree(a);
  }
  cudaFree(nullptr);
  cudaMemcpy(h, sum, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(sum);
  for (int i = 0; i < n; ++i)
    if (h[i] != 5 * i) ++wrong;
  return wrong != 0;
}

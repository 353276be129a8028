// In the second round the buffer is freed and allocated anew, and nobody fills it this time.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add(int n, const int* a, int* sum) {
  if (threadIdx.x < n) sum[threadIdx.x] += a[threadIdx.x];  // FINDING uninitialized
}

int main() {
  const int n = 32;
  int h[n], *a, *sum;
  cudaMalloc(&sum, sizeof(h));
  cudaMemset(sum, 0, sizeof(h));
  for (int r = 0; r < 2; ++r) {
    cudaMalloc(&a, sizeof(h));
    if (r == 0) cudaMemset(a, 0, sizeof(h));
    add<<<1, n>>>(n, a, sum);
    cudaDeviceSynchronize();
    cudaFree(a);
  }
  cudaMemcpy(h, sum, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(sum);
  return 0;
}

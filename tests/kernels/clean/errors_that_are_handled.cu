// What fails is asked for and dealt with: a launch that is too large is done with fewer threads,
// and an allocation that is too large by a smaller one.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int* a) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] = i;
}

int main() {
  const int n = 2000;
  static int h[n];
  int* a = nullptr;
  size_t size = size_t(1) << 60;
  while (cudaMalloc(&a, size) != cudaSuccess) {
    if (cudaGetLastError() != cudaErrorMemoryAllocation) return 1;
    size >>= 8;
  }
  cudaFree(a);
  cudaMalloc(&a, sizeof(h));
  int threads = 4096;
  while (true) {
    fill<<<1, threads>>>(n, a);
    if (cudaGetLastError() == cudaSuccess) break;
    threads /= 2;
  }
  cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(a);
  int wrong = threads != 1024;
  for (int i = 0; i < n; ++i)
    if (h[i] != i) ++wrong;
  return wrong != 0;
}

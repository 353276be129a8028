// Pinned host memory used by a kernel, which writes one element too many.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void squares(int n, int* out) {
  int i = threadIdx.x;
  if (i <= n) out[i] = i * i;  // FINDING out-of-bounds
}

int main() {
  const int n = 50;
  int* out;
  cudaMallocHost(&out, n * sizeof(int));
  squares<<<1, 64>>>(n, out);
  cudaDeviceSynchronize();
  printf("%d\n", out[n - 1]);
  cudaFreeHost(out);
  return 0;
}

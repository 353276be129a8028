// A launch with too few threads leaves the end of a managed array unset, and the host adds it up.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void iota(int n, int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}

int main() {
  const int n = 50;
  int *a, sum = 0;
  cudaMallocManaged(&a, n * sizeof(int));
  iota<<<n / 16, 16>>>(n, a);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) sum += a[i];  // FINDING uninitialized
  printf("%d\n", sum);
  cudaFree(a);
  return 0;
}

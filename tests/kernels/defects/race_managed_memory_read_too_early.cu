// The host reads managed memory after the launch and before it has waited for the kernel.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int* a) {
  int i = threadIdx.x;
  if (i < n) a[i] = 3 * i;  // FINDING race ?
}

int main() {
  const int n = 64;
  int* a;
  cudaMallocManaged(&a, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = 0;
  fill<<<1, n>>>(n, a);
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i];  // FINDING race ?
  cudaDeviceSynchronize();
  printf("%d\n", sum);
  cudaFree(a);
  return 0;
}

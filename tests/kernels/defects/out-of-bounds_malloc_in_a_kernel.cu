// Each thread allocates room for its prefix on the device's heap, and fills one element more.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void prefixes(int n, int* sums) {
  const int i = threadIdx.x;
  if (i >= n) return;
  int* const mine = (int*)malloc(i * sizeof(int));  // OTHER
  for (int k = 0; k <= i; ++k) mine[k] = k;         // FINDING out-of-bounds
  int sum = 0;
  for (int k = 0; k < i; ++k) sum += mine[k];
  sums[i] = sum;
  free(mine);
}

int main() {
  const int n = 64;
  int *sums, h[n];
  cudaMalloc(&sums, sizeof(h));
  prefixes<<<1, n>>>(n, sums);
  cudaMemcpy(h, sums, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[n - 1]);
  cudaFree(sums);
  return 0;
}

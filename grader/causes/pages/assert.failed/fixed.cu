// Adds up pairs; of an odd number of elements the last stands alone.
#include <cstdio>

__global__ void pairs(int n, const int* a, int* sums) {
  int i = threadIdx.x;
  if (i < (n + 1) / 2)
    sums[i] = a[2 * i] + (2 * i + 1 < n ? a[2 * i + 1] : 0);
}

int main() {
  const int n = 9;
  int *a, *sums;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&sums, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  pairs<<<1, 32>>>(n, a, sums);
  if (cudaDeviceSynchronize() != cudaSuccess) return 0;
  printf("%d\n", sums[3]);  // should print 13
  cudaFree(a);
  cudaFree(sums);
}

// Adds up pairs; the kernel relies on an even number of elements.
#include <cassert>
#include <cstdio>

__global__ void pairs(int n, const int* a, int* sums) {
  int i = threadIdx.x;
  assert(n % 2 == 0);  // <- assert.failed
  if (i < n / 2) sums[i] = a[2 * i] + a[2 * i + 1];
}

int main() {
  const int n = 9;
  int *a, *sums;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&sums, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  pairs<<<1, 32>>>(n, a, sums);
  if (cudaDeviceSynchronize() == cudaSuccess)
    printf("%d\n", sums[3]);  // should print 13
  cudaFree(a);
  cudaFree(sums);
}

// The host adds up what a kernel writes.
#include <cstdio>

__global__ void fill(int n, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] = 3;
}

int main() {
  const int n = 64;
  int *a, sum = 0;
  cudaMallocManaged(&a, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = 0;
  fill<<<1, n>>>(n, a);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) sum += a[i];
  printf("%d\n", sum);  // should print 192
  cudaFree(a);
}

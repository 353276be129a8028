// 100 numbers, two blocks of 64 threads: the last 28 threads have none.
#include <cstdio>

__global__ void twice(int n, int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}

int main() {
  const int n = 100;
  int* a;
  cudaMallocManaged(&a, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  twice<<<(n + 63) / 64, 64>>>(n, a);
  cudaDeviceSynchronize();
  printf("%d\n", a[n - 1]);  // should print 198
  cudaFree(a);
}

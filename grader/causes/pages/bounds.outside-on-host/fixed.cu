// The host fills an array for a kernel.
#include <cstdio>

__global__ void twice(int n, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] *= 2;
}

int main() {
  const int n = 32;
  int* a;
  cudaMallocManaged(&a, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;
  twice<<<1, 32>>>(n, a);
  cudaDeviceSynchronize();
  printf("%d\n", a[n - 1]);  // should print 62
  cudaFree(a);
}

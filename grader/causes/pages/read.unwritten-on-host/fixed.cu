// 50 numbers by blocks of 16 threads, added up by the host.
#include <cstdio>

__global__ void fill(int n, int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 1;
}

int main() {
  const int n = 50;
  int *a, sum = 0;
  cudaMallocManaged(&a, n * sizeof(int));
  fill<<<(n + 15) / 16, 16>>>(n, a);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) sum += a[i];
  printf("%d\n", sum);  // should print 50
  cudaFree(a);
}

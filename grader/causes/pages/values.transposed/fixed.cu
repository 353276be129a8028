// Doubles a matrix with 3 rows and 3 columns.
#include <cstdio>

__global__ void twice(int n, const int* a, int* c) {
  int row = threadIdx.y, col = threadIdx.x;
  if (row < n && col < n) c[row * n + col] = 2 * a[row * n + col];
}

int main() {
  const int n = 3;
  int *a, *c;
  cudaMallocManaged(&a, n * n * sizeof(int));
  cudaMallocManaged(&c, n * n * sizeof(int));
  for (int i = 0; i < n * n; ++i) a[i] = i;
  twice<<<1, dim3(n, n)>>>(n, a, c);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", c[0], c[1], c[2]);  // should print 0 2 4
  cudaFree(a);
  cudaFree(c);
}

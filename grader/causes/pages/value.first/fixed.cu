// Adds up each row of a matrix with 3 rows and 4 columns.
#include <cstdio>

__global__ void add_rows(int m, int n, const int* a, int* sums) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m) return;
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k];
  sums[row] = sum;
}

int main() {
  const int m = 3, n = 4;
  int *a, *sums;
  cudaMallocManaged(&a, m * n * sizeof(int));
  cudaMallocManaged(&sums, m * sizeof(int));
  for (int i = 0; i < m * n; ++i) a[i] = i + 1;
  add_rows<<<1, 32>>>(m, n, a, sums);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", sums[0], sums[1], sums[2]);  // should print 10 26 42
  cudaFree(a);
  cudaFree(sums);
}

// Adds up rows. A row begins with its number.
#include <cstdio>

__global__ void add_up(const int* rows, int columns, int* out) {
  const int* row = rows + threadIdx.x * (1 + columns);
  int sum = 0;
  for (int j = 0; j < columns; ++j) sum += row[1 + j];
  out[threadIdx.x] = sum;
}

int main() {
  const int n = 32, columns = 8;
  int *rows, *out;
  cudaMallocManaged(&rows, n * (1 + columns) * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n * (1 + columns); ++i) rows[i] = 1;
  add_up<<<1, n>>>(rows, columns, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("%d\n", out[0]);  // should print 8
  cudaFree(rows);
  cudaFree(out);
}

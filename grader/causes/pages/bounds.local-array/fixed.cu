// Each thread counts its share of the marks 1 to 5.
#include <cstdio>

__global__ void count(int n, const int* marks, int* fives) {
  int counts[6] = {};
  for (int i = threadIdx.x; i < n; i += blockDim.x) ++counts[marks[i]];
  fives[threadIdx.x] = counts[5];
}

int main() {
  const int n = 320;
  int *marks, *fives;
  cudaMallocManaged(&marks, n * sizeof(int));
  cudaMallocManaged(&fives, 32 * sizeof(int));
  for (int i = 0; i < n; ++i) marks[i] = 1 + i / 64;
  count<<<1, 32>>>(n, marks, fives);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  printf("%d\n", fives[0]);  // should print 2
  cudaFree(marks);
  cudaFree(fives);
}

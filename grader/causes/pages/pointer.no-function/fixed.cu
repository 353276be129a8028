// Applies a function that a table holds.
#include <cstdio>

typedef int (*Function)(int);

__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }
__device__ Function table[2] = {twice, square};

__global__ void apply(int which, int* a) {
  a[threadIdx.x] = table[which](a[threadIdx.x]);
}

int main() {
  int* a;
  cudaMallocManaged(&a, 4 * sizeof(int));
  for (int i = 0; i < 4; ++i) a[i] = i;
  apply<<<1, 4>>>(1, a);
  if (cudaDeviceSynchronize() != cudaSuccess) return 0;
  printf("%d\n", a[3]);  // should print 9
  cudaFree(a);
}

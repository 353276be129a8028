// One allocation, used as two arrays.
#include <cstdio>

__global__ void copy(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x];
}

int main() {
  int *first, *second;
  cudaMallocManaged(&first, 64 * sizeof(int));
  second = first + 32;
  for (int i = 0; i < 32; ++i) first[i] = i;
  copy<<<1, 32>>>(first, second);
  cudaDeviceSynchronize();
  printf("%d\n", second[31]);  // should print 31
  cudaFree(first);
}

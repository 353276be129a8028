// The host initialises an array that cudaMalloc made, in a loop. This ends the program.
// CRASH
// NEEDS: protection keys
#include <cuda_runtime.h>

#include <cstdio>

__global__ void twice(int n, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] *= 2;
}

int main() {
  const int n = 32;
  int* a;
  cudaMalloc(&a, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i;  // FINDING wrong-memory
  twice<<<1, n>>>(n, a);
  cudaDeviceSynchronize();
  cudaFree(a);
  printf("done\n");
  return 0;
}

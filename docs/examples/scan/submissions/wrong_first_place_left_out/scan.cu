#include "scan.h"

// The first place is left out.
__global__ void choose(int n, const int* x, int* kept, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) {
    int place = atomicAdd(count, 1) + 1;
    if (place < n) kept[place] = x[i];
  }
}

void scan_select(int n, const int* x, int* kept, int* count) {
  int* c;
  cudaMalloc(&c, sizeof(int));
  cudaMemset(c, 0, sizeof(int));
  if (n > 0) choose<<<(n + 255) / 256, 256>>>(n, x, kept, c);
  cudaMemcpy(count, c, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(c);
}

#include "scan.h"

__global__ void choose(int n, const int* x, int* kept, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) kept[atomicAdd(count, 1)] = x[i];
}

void scan_select(int n, const int* x, int* kept, int* count) {
  *count = 0;
  if (n > 0) choose<<<(n + 255) / 256, 256>>>(n, x, kept, count);  // count is a host pointer
}

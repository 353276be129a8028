#include "histogram.h"

__global__ void count(int n, const unsigned char* data, int bins, unsigned* counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) counts[data[i] * bins / 256]++;
}

void histogram_global(int n, const unsigned char* data, int bins, unsigned* counts) {
  cudaMemset(counts, 0, bins * sizeof(unsigned));
  if (n > 0) count<<<(n + 255) / 256, 256>>>(n, data, bins, counts);
}

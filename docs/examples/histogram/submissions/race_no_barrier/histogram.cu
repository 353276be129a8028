#include "histogram.h"

__global__ void count(int n, const unsigned char* data, int bins, unsigned* counts) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&own[data[i] * bins / 256], 1u);
  __syncthreads();
  if (threadIdx.x < bins) atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

void histogram_shared(int n, const unsigned char* data, int bins, unsigned* counts) {
  cudaMemset(counts, 0, bins * sizeof(unsigned));
  if (n > 0) count<<<(n + 255) / 256, 256>>>(n, data, bins, counts);
}

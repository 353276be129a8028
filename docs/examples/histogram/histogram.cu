// Lab "histogram": how often each range of byte values occurs. Read histogram.h first: it says what
// each function gets and promises. Search for TODO to find what is left to write, and run
//     make grade LAB=histogram TASK=histogram_global
// after each step.
#include "histogram.h"

#include <cuda_runtime.h>

constexpr int block = 256;  // threads
constexpr int most_blocks = 1024;

/// Enough blocks for n elements, but no more than walk well; none for n = 0.
int blocks_for(int n) {
  const int all = n / block + (n % block != 0 ? 1 : 0);
  return all < most_blocks ? all : most_blocks;
}

// Task 1: counters in global memory.

__global__ void global_kernel(int n, const unsigned char* data, int bins, unsigned* counts) {
  // TODO(histogram.1): walk over data in steps of the grid's threads, and add 1 to the bin of each
  // byte. Other threads add to the same bin at the same time: use atomicAdd.
  // BEGIN SOLUTION
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  const long long first = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (long long i = first; i < n; i += threads) atomicAdd(&counts[data[i] * bins / 256], 1u);
  // END SOLUTION
}

void histogram_global(int n, const unsigned char* data, int bins, unsigned* counts) {
  // TODO(histogram.1): set all counts to 0, and launch global_kernel unless n is 0.
  // BEGIN SOLUTION
  cudaMemset(counts, 0, bins * sizeof(unsigned));
  if (n > 0) global_kernel<<<blocks_for(n), block>>>(n, data, bins, counts);
  // END SOLUTION
}

// Task 2: counters in shared memory.

__global__ void shared_kernel(int n, const unsigned char* data, int bins, unsigned* counts) {
  // TODO(histogram.2): the block's own counters lie in shared memory. Set them to 0, count, and add
  // them to `counts`. All threads must have done one step before any begins the next.
  // BEGIN SOLUTION
  __shared__ unsigned own[256];
  for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  const long long first = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (long long i = first; i < n; i += threads) atomicAdd(&own[data[i] * bins / 256], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x)
    if (own[b] > 0) atomicAdd(&counts[b], own[b]);
  // END SOLUTION
}

void histogram_shared(int n, const unsigned char* data, int bins, unsigned* counts) {
  // TODO(histogram.2): as for task 1, with shared_kernel.
  // BEGIN SOLUTION
  cudaMemset(counts, 0, bins * sizeof(unsigned));
  if (n > 0) shared_kernel<<<blocks_for(n), block>>>(n, data, bins, counts);
  // END SOLUTION
}

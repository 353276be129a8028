// Lab "scan": prefix sums and selection. Read scan.h first: it says what each function gets and
// promises. Search for TODO to find what is left to write, and run
//     make grade LAB=scan TASK=scan_sums
// after each step.
#include "scan.h"

#include <cuda_runtime.h>

constexpr int block = 256;  // threads, and elements that they sum

int blocks_for(int n) { return n / block + (n % block != 0 ? 1 : 0); }

// Task 1: prefix sums by many blocks.

__global__ void sums_in_blocks(int n, const int* x, long long* y, long long* totals) {
  // TODO(scan.1): sum the block's elements in shared memory: add to each the one that is 1, 2, 4, …
  // before it (Hillis and Steele). All threads read, wait, write, and wait. The last sum is the
  // block's total.
  // BEGIN SOLUTION
  __shared__ long long sum[block];
  const int t = static_cast<int>(threadIdx.x);
  const long long i = static_cast<long long>(blockIdx.x) * block + t;
  sum[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int step = 1; step < block; step *= 2) {
    const long long left = t >= step ? sum[t - step] : 0;
    sum[t] += left;
    __syncthreads();
  }
  if (i < n) y[i] = sum[t];
  if (t == block - 1) totals[blockIdx.x] = sum[t];
  // END SOLUTION
}

__global__ void add_blocks_before(int n, long long* y, const long long* totals) {
  // TODO(scan.1): add to each element the totals of all blocks before its own.
  // BEGIN SOLUTION
  __shared__ long long before[block];
  const int t = static_cast<int>(threadIdx.x);
  before[t] = 0;
  for (int b = t; b < static_cast<int>(blockIdx.x); b += block) before[t] += totals[b];
  __syncthreads();
  for (int half = block / 2; half > 0; half /= 2) {
    if (t < half) before[t] += before[t + half];
    __syncthreads();
  }
  const long long i = static_cast<long long>(blockIdx.x) * block + t;
  if (i < n) y[i] += before[0];
  // END SOLUTION
}

void scan_sums(int n, const int* x, long long* y) {
  // TODO(scan.1): launch both kernels, with memory for the totals of the blocks.
  // BEGIN SOLUTION
  if (n == 0) return;  // a launch with an empty grid is an error
  long long* totals;
  cudaMalloc(&totals, blocks_for(n) * sizeof(long long));
  sums_in_blocks<<<blocks_for(n), block>>>(n, x, y, totals);
  add_blocks_before<<<blocks_for(n), block>>>(n, y, totals);
  cudaFree(totals);
  // END SOLUTION
}

// Task 2: the elements greater than 0.

__global__ void select_kernel(int n, const int* x, int* kept, int* count) {
  // TODO(scan.2): a thread whose element is greater than 0 gets the next place from atomicAdd, and
  // stores the element there.
  // BEGIN SOLUTION
  const long long i = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
  if (i < n && x[i] > 0) kept[atomicAdd(count, 1)] = x[i];
  // END SOLUTION
}

void scan_select(int n, const int* x, int* kept, int* count) {
  // TODO(scan.2): kernels cannot use count, a host pointer: count in device memory and copy.
  // BEGIN SOLUTION
  int* found;
  cudaMalloc(&found, sizeof(int));
  cudaMemset(found, 0, sizeof(int));
  if (n > 0) select_kernel<<<blocks_for(n), block>>>(n, x, kept, found);
  cudaMemcpy(count, found, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(found);
  // END SOLUTION
}

// The three loops of cpu-loop in a kernel, run by one block of one thread: right, and far slower
// than the CPU. A single GPU thread has a low clock, no vector unit of its own and no cache worth
// the name, and it waits for every load. A GPU is fast only by having thousands of threads to run
// while others wait: here all of its processors but one are idle, and in that one, one lane of 32.
#include "common.h"

__global__ void sequential_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  for (long long row = 0; row < m; ++row) {
    for (int column = 0; column < n; ++column) {
      real sum = 0;
      for (long long p = 0; p < k; ++p) sum += A[row * k + p] * B[p * n + column];
      C[row * n + column] = sum;
    }
  }
}

void sequential(int m, int n, int k, const real* A, const real* B, real* C) {
  sequential_kernel<<<1, 1>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}

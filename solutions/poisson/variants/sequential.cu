// The CPU's three loops, moved to the GPU as they are: one block of one thread. It is right, and
// hundreds of times slower than one core of a CPU: a GPU's thread is slow, and nothing hides that
// every one of its loads takes several hundred cycles. What a GPU offers is many threads.
#include "poisson.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

__global__ void sequential_kernel(int N, real delta2, const real* f, const real* u_old, real* u) {
  const long long row = N, plane = row * N;
  for (int i = 1; i < N - 1; ++i) {
    for (int j = 1; j < N - 1; ++j) {
      for (int k = 1; k < N - 1; ++k) {
        const long long at = i * plane + j * row + k;
        u[at] = (u_old[at - plane] + u_old[at + plane] + u_old[at - row] + u_old[at + row] +
                 u_old[at - 1] + u_old[at + 1] + delta2 * f[at]) /
                6;
      }
    }
  }
}

void sequential(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {
  real* from = iterations % 2 == 0 ? u : u_old;  // both hold the start; the last sweep writes u
  real* to = iterations % 2 == 0 ? u_old : u;
  for (int sweep = 0; sweep < iterations; ++sweep) {
    sequential_kernel<<<1, 1>>>(N, delta2, f, from, to);
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) {
      std::fprintf(stderr, "sequential_kernel: %s\n", cudaGetErrorString(error));
      std::abort();
    }
    std::swap(from, to);
  }
}

#include "poisson.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}

/// Stops the program, with the place and the reason, when a CUDA call fails:
///     CHECK(cudaMalloc(&p, bytes));
/// A launch returns nothing; ask afterwards: CHECK(cudaGetLastError());
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

/// How many parts of size `part` cover `whole`; the last one may stick out.
inline int parts(int whole, int part) { return whole / part + (whole % part != 0 ? 1 : 0); }

/// How many numbers a plane i = constant has.
inline long long plane_size(int N) { return static_cast<long long>(N) * N; }

// Task 1: one thread for each point.

#define AT(i, j, k) (((size_t)(i) * N + (j)) * N + (k))

/* one thread per point, threads are numbered through the inner points */
__global__ void sweep_kernel(int N, int planes, real delta2, const real* f, const real* u_old,
                             real* u) {
  const int inner = N - 2;
  const size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= (size_t)planes * inner * inner) return;
  const int k = id % inner + 1;
  const int j = id / inner % inner + 1;
  const int i = id / inner / inner + 1;
  u[AT(i, j, k)] = (u_old[AT(i - 1, j, k)] + u_old[AT(i + 1, j, k)] +
                    u_old[AT(i, j + 1, k)] + u_old[AT(i, j + 1, k)] +
                    u_old[AT(i, j, k - 1)] + u_old[AT(i, j, k + 1)] +
                    delta2 * f[AT(i, j, k)]) / 6;
}

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {
  if (N <= 2) return;
  const size_t points = (size_t)(N - 2) * (N - 2) * (N - 2);
  const unsigned blocks = (points + 511) / 512;
  real* const arrays[2] = {u, u_old};
  for (int left = iterations; left > 0; --left) {
    // the two arrays take turns
    sweep_kernel<<<blocks, 512>>>(N, N - 2, delta2, f, arrays[(left + 1) % 2], arrays[left % 2]);
    CHECK(cudaGetLastError());
  }
}

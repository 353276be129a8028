// Lab poisson, task 1
#include "poisson.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}

#define CHECK(call) check((call), #call, __FILE__, __LINE__)

constexpr int BX = 32, BY = 4, BZ = 4;

__device__ std::size_t at(int N, int i, int j, int k) {
  return (static_cast<std::size_t>(i) * N + j) * N + k;
}

__global__ void sweep_kernel(int N, real delta2, const real* f, const real* u_old, real* u) {
  const int k = blockIdx.x * BX + threadIdx.x;
  const int j = blockIdx.y * BY + threadIdx.y;
  const int i = blockIdx.z * BZ + threadIdx.z;
  const bool inside = 1 <= i && i <= N - 2 && 1 <= j && j <= N - 2 && 1 <= k && k <= N - 2;
  if (!inside) return;

  u[at(N, i, j, k)] = (u_old[at(N, i - 1, j, k)] + u_old[at(N, i + 1, j, k)] +
                       u_old[at(N, i, j - 1, k)] + u_old[at(N, i, j + 1, k)] +
                       u_old[at(N, i, j, k - 1)] + u_old[at(N, i, j, k + 1)] +
                       delta2 * f[at(N, i, j, k)]) / 6;
}

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {
  if (N < 3) return;
  const dim3 block(BX, BY, BZ);
  const int blocks = (N + BX - 1) / BX;
  const dim3 grid(blocks, blocks, blocks);

  real* in = u;
  real* out = u_old;
  for (int sweep = 0; sweep < iterations; ++sweep) {
    sweep_kernel<<<grid, block>>>(N, delta2, f, in, out);
    CHECK(cudaGetLastError());
    real* t = in;
    in = out;
    out = t;
  }

  // now the result is where `in` points
  if (in != u) {
    const std::size_t bytes = sizeof(real) * N * N * N;
    CHECK(cudaMemcpy(u, in, bytes, cudaMemcpyDeviceToDevice));
  }
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  return 0;
}

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {
}

int poisson_best(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  return 0;
}

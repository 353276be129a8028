// Makes half of the sweeps, each twice as far.
#include "poisson.h"
#include <utility>

__global__ void sweep(int N, real d2, const real* f, const real* old, real* u) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int i = blockIdx.z * blockDim.z + threadIdx.z;
  if (i < 1 || j < 1 || k < 1 || i > N - 2 || j > N - 2 || k > N - 2) return;
  size_t p = ((size_t)i * N + j) * N + k, n2 = (size_t)N * N;
  u[p] = 2 * (old[p - n2] + old[p + n2] + old[p - N] + old[p + N] + old[p - 1] + old[p + 1] + d2 * f[p]) / 6 - old[p];
}

// Over-relaxation by 2: half of the sweeps should do for many, should they not?
int poisson_best(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  if (N < 3) return max_iterations == 0 ? 0 : tolerance >= 0 ? 1 : max_iterations;
  int sweeps = (max_iterations + 1) / 2, g = (N + 7) / 8;
  if (sweeps % 2 == 1) std::swap(u, u_old);
  for (int it = 0; it < sweeps; it++) {
    sweep<<<dim3(g, g, g), dim3(8, 8, 8)>>>(N, delta2, f, u, u_old);
    std::swap(u, u_old);
  }
  return max_iterations;
}

#include "poisson.h"

#include <utility>

#define IDX(i, j, k) (((size_t)(i) * N + (j)) * N + (k))

__global__ void jacobi3d(int N, real delta2, const real* f, const real* u_old, real* u) {
  int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int i = blockIdx.z * blockDim.z + threadIdx.z + 1;
  if (i >= N - 1 || j >= N - 1) return;
  u[IDX(i, j, k)] = (u_old[IDX(i - 1, j, k)] + u_old[IDX(i + 1, j, k)] +
                     u_old[IDX(i, j - 1, k)] + u_old[IDX(i, j + 1, k)] +
                     u_old[IDX(i, j, k - 1)] + u_old[IDX(i, j, k + 1)] +
                     delta2 * f[IDX(i, j, k)]) / 6;
}

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {
  if (N < 3) return;
  dim3 b(32, 4, 4);
  dim3 g((N - 2 + 31) / 32, (N - 2 + 3) / 4, (N - 2 + 3) / 4);
  real* src = u;
  real* dst = u_old;
  if (iterations % 2) std::swap(src, dst);
  for (int it = 0; it < iterations; it++) {
    jacobi3d<<<g, b>>>(N, delta2, f, src, dst);
    std::swap(src, dst);
  }
}

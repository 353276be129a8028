#include "poisson.h"

__global__ void update(int N, real delta2, const real* f, const real* u_old, real* u) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int i = blockIdx.z;
  // only inner points
  if (i > 0 && i < N - 1 && j > 0 && j < N - 1 && k > 0 && k < N - 1) {
    size_t p = (size_t)i * N * N + (size_t)j * N + k;
    size_t NN = (size_t)N * N;
    u[p] = (1 / 6) * (u_old[p + 1] + u_old[p - 1] + u_old[p + N] + u_old[p - N] + u_old[p + NN] + u_old[p - NN] + delta2 * f[p]);
  }
}

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {
  if (N < 3) return;
  dim3 blk(32, 8);
  dim3 grd((N + 31) / 32, (N + 7) / 8, N);
  for (int t = 0; t < iterations; t++) {
    // so that the last one goes to u
    if ((iterations - t) % 2 == 1)
      update<<<grd, blk>>>(N, delta2, f, u_old, u);
    else
      update<<<grd, blk>>>(N, delta2, f, u, u_old);
  }
}

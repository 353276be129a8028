#include "poisson.h"

__global__ void sweep(int N, real d2, const real* f, const real* old, real* u) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int i = blockIdx.z * blockDim.z + threadIdx.z;
  if (i < 1 || j < 1 || k < 1 || i > N - 2 || j > N - 2 || k > N - 2) return;
  size_t p = ((size_t)i * N + j) * N + k, n2 = (size_t)N * N;
  u[p] = (old[p - n2] + old[p + n2] + old[p - N] + old[p + N] + old[p - 1] + old[p + 1] + d2 * f[p]) / 6;
}

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {
  if (N < 3) return;
  int g = (N + 7) / 8;
  for (int it = 0; it < iterations; it++)
    sweep<<<dim3(g, g, g), dim3(8, 8, 8)>>>(N, delta2, f, u, u);  // who needs two arrays?
}

#include "poisson.h"

// u[i][j][k]
__device__ inline long at(int N, int i, int j, int k) { return ((long)i * N + j) * N + k; }

__global__ void jacobi(int N, real delta2, const real* f, real* u, const real* u_old) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int i = blockIdx.z * blockDim.z + threadIdx.z;

  // walls stay as they are
  if (i == 0 || j == 0 || k == 0 || i >= N || j >= N || k >= N) return;

  u[at(N, i, j, k)] = (u_old[at(N, i - 1, j, k)] + u_old[at(N, i + 1, j, k)] +
                       u_old[at(N, i, j - 1, k)] + u_old[at(N, i, j + 1, k)] +
                       u_old[at(N, i, j, k - 1)] + u_old[at(N, i, j, k + 1)] +
                       delta2 * f[at(N, i, j, k)]) / 6;
}

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {
  if (N < 3) return;
  dim3 threads(8, 8, 4);
  dim3 blocks((N + 7) / 8, (N + 7) / 8, (N + 3) / 4);
  for (int it = 0; it < iterations; it++) {
    jacobi<<<blocks, threads>>>(N, delta2, f, u, u_old);
    if (it + 1 < iterations) {
      cudaMemcpy(u_old, u, sizeof(real) * N * N * N, cudaMemcpyDeviceToDevice);
    }
  }
}

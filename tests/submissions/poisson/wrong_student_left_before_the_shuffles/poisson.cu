#include "poisson.h"

#include <cstdio>

__device__ double reduce_block(double v) {
  __shared__ double warp_part[16];
  const int id = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (int off = 16; off > 0; off /= 2) v += __shfl_down_sync(0xffffffff, v, off);
  if (id % 32 == 0) warp_part[id / 32] = v;
  __syncthreads();
  if (id == 0) {
    v = 0;
    for (int w = 0; w < 16; w++) v += warp_part[w];
  }
  return v;
}

__global__ void sweep_and_norm(int N, real delta2, const real* f, const real* u_old, real* u, double* norm) {
  int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int i = blockIdx.z * blockDim.z + threadIdx.z + 1;
  if (i > N - 2 || j > N - 2 || k > N - 2) return;
  size_t at = ((size_t)i * N + j) * N + k;
  size_t di = (size_t)N * N, dj = N;
  real neu = (u_old[at - di] + u_old[at + di] + u_old[at - dj] + u_old[at + dj] + u_old[at - 1] + u_old[at + 1] + delta2 * f[at]) / 6;
  double diff = neu - u_old[at];
  u[at] = neu;
  double s = reduce_block(diff * diff);
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) atomicAdd(norm, s);
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u, real* u_old) {
  if (N < 3) return (tolerance >= 0 && max_iterations > 1) ? 1 : max_iterations;
  double *d_norm, norm = 1e30;
  cudaMalloc(&d_norm, sizeof(double));
  real *x = u, *y = u_old, *h;
  dim3 block(32, 4, 4);
  dim3 grid((N - 2 + 31) / 32, (N - 2 + 3) / 4, (N - 2 + 3) / 4);
  int n = 0;
  for (; n < max_iterations && !(norm <= tolerance); n++) {
    cudaMemset(d_norm, 0, sizeof(double));
    sweep_and_norm<<<grid, block>>>(N, delta2, f, x, y, d_norm);
    cudaMemcpy(&norm, d_norm, sizeof(double), cudaMemcpyDeviceToHost);
    // printf("%d: %g\n", n, norm);
    h = x; x = y; y = h;
  }
  if (x != u) cudaMemcpy(u, x, sizeof(real) * N * N * N, cudaMemcpyDeviceToDevice);
  cudaFree(d_norm);
  return n;
}

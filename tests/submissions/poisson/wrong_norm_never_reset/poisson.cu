#include "poisson.h"

__global__ void sweep(int N, real d2, const real* f, const real* old, real* u) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int i = blockIdx.z * blockDim.z + threadIdx.z;
  if (i < 1 || j < 1 || k < 1 || i > N - 2 || j > N - 2 || k > N - 2) return;
  size_t p = ((size_t)i * N + j) * N + k, n2 = (size_t)N * N;
  u[p] = (old[p - n2] + old[p + n2] + old[p - N] + old[p + N] + old[p - 1] + old[p + 1] + d2 * f[p]) / 6;
}

__global__ void squares(int n, const real* a, const real* b, double* sum) {
  double mine = 0;
  for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < n; p += gridDim.x * blockDim.x) {
    const double d = a[p] - b[p];
    mine += d * d;
  }
  atomicAdd(sum, mine);
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  if (N < 3) return max_iterations == 0 ? 0 : tolerance >= 0 ? 1 : max_iterations;
  const int n = N * N * N, g = (N + 7) / 8;
  double* sum;
  double norm = 0;
  cudaMalloc(&sum, sizeof(double));
  cudaMemset(sum, 0, sizeof(double));
  int done = 0;
  while (done < max_iterations) {
    sweep<<<dim3(g, g, g), dim3(8, 8, 8)>>>(N, delta2, f, u_old, u);
    squares<<<8, 64>>>(n, u, u_old, sum);
    cudaMemcpy(u_old, u, n * sizeof(real), cudaMemcpyDeviceToDevice);
    cudaMemcpy(&norm, sum, sizeof(double), cudaMemcpyDeviceToHost);
    ++done;
    if (norm <= tolerance) break;
  }
  cudaFree(sum);
  return done;
}

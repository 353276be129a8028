#include "poisson.h"

#include <algorithm>

__global__ void sweep_norm(int N, real delta2, const real* f, const real* uo, real* un, double* norm) {
  int k = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  int j = 1 + blockIdx.y * blockDim.y + threadIdx.y;
  int i = 1 + blockIdx.z * blockDim.z + threadIdx.z;
  if (k > N - 2 || j > N - 2 || i > N - 2) return;
  size_t S = (size_t)N * N;
  size_t c = i * S + (size_t)j * N + k;
  real v = (uo[c - S] + uo[c + S] + uo[c - N] + uo[c + N] + uo[c - 1] + uo[c + 1] + delta2 * f[c]) / 6;
  un[c] = v;
  double d = v - uo[c];
  *norm += d * d;
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u, real* u_old) {
  double* d_norm;
  double h_norm = 0;
  int it = 0;
  cudaMalloc(&d_norm, sizeof(double));
  real *a = u, *b = u_old;
  dim3 T(32, 4, 4), B((N + 31) / 32, (N + 3) / 4, (N + 3) / 4);
  while (it < max_iterations) {
    cudaMemset(d_norm, 0, sizeof(double));
    if (N > 2) sweep_norm<<<B, T>>>(N, delta2, f, a, b, d_norm);
    cudaMemcpy(&h_norm, d_norm, sizeof(double), cudaMemcpyDeviceToHost);
    std::swap(a, b);
    ++it;
    if (h_norm <= tolerance) break;
  }
  if (a != u) cudaMemcpy(u, a, sizeof(real) * N * N * N, cudaMemcpyDeviceToDevice);
  cudaFree(d_norm);
  return it;
}

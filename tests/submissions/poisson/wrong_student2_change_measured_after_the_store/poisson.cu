#include "poisson.h"

#include <algorithm>
#include <cmath>
#include <iostream>

static void cuda(cudaError_t err, const char* what) {
  if (err == cudaSuccess) return;
  std::cout << what << ": " << cudaGetErrorString(err) << std::endl;
  throw 1;
}

constexpr int T = 256;

// grid: x along k, y is j, z is i
__global__ void __launch_bounds__(T) sweep(int N, real delta2, const real* f, const real* in, real* out, double* norm) {
  __shared__ double sq[T];
  const int k = 1 + blockIdx.x * T + threadIdx.x;
  const int j = 1 + blockIdx.y;
  const int i = 1 + blockIdx.z;

  double d = 0;
  if (k < N - 1) {
    const size_t row = N, plane = row * N;
    const size_t p = i * plane + j * row + k;
    const real sum = in[p - 1] + in[p + 1] + in[p - row] + in[p + row] + in[p - plane] + in[p + plane];
    const real value = (sum + delta2 * f[p]) / 6;
    out[p] = value;
    d = value - out[p];
  }
  sq[threadIdx.x] = d * d;
  __syncthreads();
  for (int s = T / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) sq[threadIdx.x] += sq[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(norm, sq[0]);
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u, real* u_old) {
  if (max_iterations == 0) return 0;
  if (N < 3) return tolerance < 0 ? max_iterations : 1;

  double* norm_d = nullptr;
  cuda(cudaMalloc(&norm_d, sizeof(double)), "malloc");
  const dim3 grid((N - 2 + T - 1) / T, N - 2, N - 2);

  int sweeps = 0;
  double norm_h = INFINITY;
  while (sweeps < max_iterations && norm_h > tolerance) {
    cuda(cudaMemset(norm_d, 0, sizeof(double)), "memset");
    sweep<<<grid, T>>>(N, delta2, f, u_old, u, norm_d);
    cuda(cudaGetLastError(), "sweep");
    cuda(cudaMemcpy(&norm_h, norm_d, sizeof(double), cudaMemcpyDeviceToHost), "norm");
    std::swap(u, u_old);
    ++sweeps;
  }
  // the newest values are in u_old now (swapped); u is the callers' u after an even number of sweeps
  if (sweeps % 2 == 0)
    cuda(cudaMemcpy(u, u_old, sizeof(real) * N * N * N, cudaMemcpyDeviceToDevice), "result");
  cuda(cudaFree(norm_d), "free");
  return sweeps;
}

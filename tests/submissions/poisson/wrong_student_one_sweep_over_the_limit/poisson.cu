#include "poisson.h"

#include <utility>

__global__ void sweep(int N, real delta2, const real* f, const real* a, real* b, double* norm) {
  __shared__ double sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  const int k = 1 + threadIdx.x + blockIdx.x * blockDim.x;
  if (k < N - 1) {
    const size_t nn = (size_t)N * N;
    const size_t m = (blockIdx.z + 1) * nn + (blockIdx.y + 1) * (size_t)N + k;
    const real t = (a[m - nn] + a[m + nn] + a[m - N] + a[m + N] + a[m - 1] + a[m + 1] + delta2 * f[m]) / 6;
    const double c = double(t) - double(a[m]);
    b[m] = t;
    atomicAdd(&sum, c * c);
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(norm, sum);
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u, real* u_old) {
  if (max_iterations == 0) return 0;
  if (N <= 2) return tolerance < 0 ? max_iterations : 1;
  double* dev;
  cudaMalloc(&dev, sizeof(double));
  double norm;
  int done = 0;
  real* from = u;
  real* to = u_old;
  do {
    cudaMemset(dev, 0, sizeof(double));
    sweep<<<dim3((N - 2 + 63) / 64, N - 2, N - 2), 64>>>(N, delta2, f, from, to, dev);
    cudaMemcpy(&norm, dev, sizeof norm, cudaMemcpyDeviceToHost);
    std::swap(from, to);
    done++;
  } while (norm > tolerance && done <= max_iterations);
  if (from == u_old) cudaMemcpy(u, u_old, sizeof(real) * N * N * N, cudaMemcpyDeviceToDevice);
  cudaFree(dev);
  return done;
}

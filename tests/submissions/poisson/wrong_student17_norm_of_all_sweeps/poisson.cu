#include "poisson.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

static void check(cudaError_t e) {
  if (e == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(e));
  std::abort();
}

constexpr int threads = 256;

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {}

// The inner points are numbered one after the other, k fastest; each block leaves the sum of its
// squared changes in block_sums.
__global__ void sweep(int N, real delta2, const real* f, const real* before, real* after,
                      double* block_sums) {
  __shared__ double squares[threads];
  const int n = N - 2;
  const long long number = (long long)blockIdx.x * threads + threadIdx.x;
  double change = 0;
  if (number < (long long)n * n * n) {
    const long long k = number % n + 1, j = number / n % n + 1, i = number / n / n + 1;
    const long long row = N, plane = row * N;
    const long long p = i * plane + j * row + k;
    const real value = (before[p - 1] + before[p + 1] + before[p - row] + before[p + row] +
                        before[p - plane] + before[p + plane] + delta2 * f[p]) /
                       6;
    after[p] = value;
    change = value - before[p];
  }
  squares[threadIdx.x] = change * change;
  __syncthreads();
  for (int half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) squares[threadIdx.x] += squares[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) block_sums[blockIdx.x] = squares[0];
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  if (max_iterations == 0) return 0;
  if (N < 3) return tolerance >= 0 ? 1 : max_iterations;

  const long long points = (long long)(N - 2) * (N - 2) * (N - 2);
  const unsigned blocks = static_cast<unsigned>((points + threads - 1) / threads);
  double* d_sums = nullptr;
  check(cudaMalloc(&d_sums, blocks * sizeof(double)));
  std::vector<double> sums(blocks);

  real* current = u;
  real* next = u_old;
  int sweeps = 0;
  double norm = 0;
  while (sweeps < max_iterations) {
    sweep<<<blocks, threads>>>(N, delta2, f, current, next, d_sums);
    check(cudaGetLastError());
    check(cudaMemcpy(sums.data(), d_sums, blocks * sizeof(double), cudaMemcpyDeviceToHost));
    std::swap(current, next);
    ++sweeps;
    for (double s : sums) norm += s;
    if (norm <= tolerance) break;
  }

  if (current != u) check(cudaMemcpy(u, current, sizeof(real) * N * N * N, cudaMemcpyDeviceToDevice));
  check(cudaFree(d_sums));
  return sweeps;
}

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {}

int poisson_best(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  return 0;
}

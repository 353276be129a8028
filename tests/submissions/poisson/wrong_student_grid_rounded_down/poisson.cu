#include "poisson.h"

// 32 x 4 x 4 = 512 threads
__global__ void sweep(int N, real d2, const real* f, const real* old_, real* new_) {
  const long long n = N;
  const long long x = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  const long long y = 1 + blockIdx.y * blockDim.y + threadIdx.y;
  const long long z = 1 + blockIdx.z * blockDim.z + threadIdx.z;
  if (x > n - 2 || y > n - 2 || z > n - 2) return;
  const long long c = (z * n + y) * n + x;
  real s = old_[c - 1] + old_[c + 1];
  s += old_[c - n] + old_[c + n];
  s += old_[c - n * n] + old_[c + n * n];
  new_[c] = (s + d2 * f[c]) / real(6);
}

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {
  if (N <= 2) return;
  dim3 block(32, 4, 4);
  dim3 grid((N - 2) / 32, (N - 2) / 4, (N - 2) / 4);
  real* buf[2] = {u_old, u};
  // the last sweep must write to u
  int from = iterations % 2 == 0 ? 1 : 0;
  for (int s = 0; s < iterations; ++s) {
    sweep<<<grid, block>>>(N, delta2, f, buf[from], buf[1 - from]);
    from = 1 - from;
  }
}

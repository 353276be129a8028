#include "poisson.h"

#include <cfloat>
#include <stdexcept>

static inline void ck(cudaError_t e) {
  if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e));
}

// A block has one row of threads along k; blockIdx.y is j, blockIdx.z is i.
__global__ void step(int N, real delta2, const real* f, const real* a, real* b, double* norm) {
  __shared__ double sh[128];
  const int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int j = blockIdx.y + 1;
  const int i = blockIdx.z + 1;

  double d = 0;
  if (k <= N - 2) {
    const long long n = N;
    const long long p = (i * n + j) * n + k;
    const real v = (a[p - 1] + a[p + 1] + a[p - n] + a[p + n] + a[p - n * n] + a[p + n * n] +
                    delta2 * f[p]) / 6;
    b[p] = v;
    d = (double)v - (double)a[p];
  }
  sh[threadIdx.x] = d * d;
  __syncthreads();
  for (int s = 64; s > 0; s >>= 1) {
    if (threadIdx.x < s) sh[threadIdx.x] += sh[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(norm, sh[0]);
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  // only walls: the first sweep changes nothing
  if (N < 3) return tolerance >= 0 && max_iterations > 1 ? 1 : max_iterations;

  double* norm_d;
  ck(cudaMalloc(&norm_d, sizeof(double)));

  const dim3 grid((N - 2 + 127) / 128, N - 2, N - 2);
  real* from = u;
  real* to = u_old;
  double norm = DBL_MAX;
  int sweeps = 0;
  while (norm > tolerance || sweeps < max_iterations) {
    ck(cudaMemset(norm_d, 0, sizeof(double)));
    step<<<grid, 128>>>(N, delta2, f, from, to, norm_d);
    ck(cudaGetLastError());
    ck(cudaMemcpy(&norm, norm_d, sizeof(double), cudaMemcpyDeviceToHost));
    ++sweeps;
    real* h = from;
    from = to;
    to = h;
  }

  // `from` is the newest
  if (from != u) ck(cudaMemcpy(u, from, sizeof(real) * N * N * N, cudaMemcpyDeviceToDevice));
  ck(cudaFree(norm_d));
  return sweeps;
}

// Lab poisson, task 2: the norm is finished by the block that comes last ("threadFenceReduction"
// of the CUDA samples), so no atomicAdd on a double.
#include "poisson.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {
  // TODO(poisson.1)
}

constexpr int BX = 32, BY = 4, BZ = 4;

__device__ int thread_number() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

/// Sum over the block, in thread 0.
__device__ double block_sum(double v) {
  __shared__ double of_warp[BX * BY * BZ / 32];
  const int t = thread_number();
  for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o);
  if (t % 32 == 0) of_warp[t / 32] = v;
  __syncthreads();
  if (t < 32) {
    v = t < BX * BY * BZ / 32 ? of_warp[t] : 0.0;
    for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o);
  }
  return v;
}

/// `finished` is 0 at first: how many blocks have stored their part.
__global__ void sweep_and_norm(int N, real delta2, const real* f, const real* old, real* now,
                               double* part, unsigned* finished, double* norm) {
  const int k = 1 + blockIdx.x * BX + threadIdx.x;
  const int j = 1 + blockIdx.y * BY + threadIdx.y;
  const int i = 1 + blockIdx.z * BZ + threadIdx.z;
  const int t = thread_number();
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;

  double square = 0;
  if (i < N - 1 && j < N - 1 && k < N - 1) {
    const long long row = N, plane = (long long)N * N;
    const long long p = i * plane + j * row + k;
    const real v = (old[p - 1] + old[p + 1] + old[p - row] + old[p + row] + old[p - plane] +
                    old[p + plane] + delta2 * f[p]) / 6;
    now[p] = v;
    const double d = double(v) - double(old[p]);
    square = d * d;
  }

  const double mine = block_sum(square);
  __shared__ bool last;
  if (t == 0) {
    part[block] = mine;
    __threadfence();  // part first, then the counter
    last = atomicAdd(finished, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;

  __threadfence();
  double all = 0;
  for (unsigned q = t; q < blocks; q += BX * BY * BZ) all += ((volatile double*)part)[q];
  all = block_sum(all);
  if (t == 0) *norm = all;
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  if (max_iterations == 0) return 0;
  if (N < 3) return tolerance < 0 ? max_iterations : 1;  // an empty sum

  const dim3 block(BX, BY, BZ);
  const dim3 grid((N - 2 + BX - 1) / BX, (N - 2 + BY - 1) / BY, (N - 2 + BZ - 1) / BZ);
  double* part;
  double* norm;
  unsigned* finished;
  CHECK(cudaMalloc(&part, sizeof(double) * grid.x * grid.y * grid.z));
  CHECK(cudaMalloc(&norm, sizeof(double)));
  CHECK(cudaMalloc(&finished, sizeof(unsigned)));

  real* from = u_old;
  real* to = u;
  int done = 0;
  while (done < max_iterations) {
    CHECK(cudaMemset(finished, 0, sizeof(unsigned)));
    sweep_and_norm<<<grid, block>>>(N, delta2, f, from, to, part, finished, norm);
    CHECK(cudaGetLastError());
    ++done;
    std::swap(from, to);  // the newest values are in `from` now
    double s;
    CHECK(cudaMemcpy(&s, norm, sizeof s, cudaMemcpyDeviceToHost));
    if (s <= double(tolerance)) break;
  }
  if (from != u) {
    CHECK(cudaMemcpy(u, from, sizeof(real) * N * N * N, cudaMemcpyDeviceToDevice));
  }
  CHECK(cudaFree(part));
  CHECK(cudaFree(norm));
  CHECK(cudaFree(finished));
  return done;
}

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {
  // TODO(poisson.3)
}

int poisson_best(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  int done = 0;
  // TODO(poisson.4)
  return done;
}

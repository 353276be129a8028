#include "poisson.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}

/// Stops the program, with the place and the reason, when a CUDA call fails:
///     CHECK(cudaMalloc(&p, bytes));
/// A launch returns nothing; ask afterwards: CHECK(cudaGetLastError());
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

/// How many numbers a plane i = constant has.
inline long long plane_size(int N) { return static_cast<long long>(N) * N; }

__global__ void quick_sweep(int N, real d2, const real* __restrict__ f, const real* __restrict__ in,
                            real* __restrict__ out) {
  const int k = blockIdx.x * 64 + threadIdx.x + 1;
  const int j = blockIdx.y * 4 + threadIdx.y + 1;
  if (k >= N - 1 || j >= N - 1) return;
  // walk along i and keep three values of the column in registers, saves 2 loads of 6
  const long long slice = (long long)N * N;
  long long p = (long long)j * N + k;
  real a = in[p], b = in[p + slice];
  for (int i = 1; i < N - 1; ++i) {
    p += slice;
    const real c = in[p + slice];
    out[p] = (a + c + in[p - 1] + in[p + 1] + in[p - N] + in[p + N] + d2 * f[p]) / 6;
    a = b;
    b = c;
  }
}

// sum of the squares of a - b
__global__ void diff_kernel(long long count, const real* a, const real* b, double* result) {
  __shared__ double s[256];
  double mine = 0;
  for (long long e = (long long)blockIdx.x * 256 + threadIdx.x; e < count; e += 256LL * gridDim.x) {
    double d = (double)a[e] - (double)b[e];
    mine += d * d;
  }
  s[threadIdx.x] = mine;
  __syncthreads();
  for (int h = 128; h > 0; h /= 2) {
    if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(result, s[0]);
}

int poisson_best(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  if (N <= 2) return tolerance >= 0 && max_iterations > 0 ? 1 : max_iterations;
  const long long count = plane_size(N) * N;
  double* d_sum;
  CHECK(cudaMalloc(&d_sum, sizeof(double)));
  const dim3 grid((N - 2 + 63) / 64, (N - 2 + 3) / 4);
  real* now = u;
  real* then = u_old;
  int done = 0;
  while (done < max_iterations) {
    quick_sweep<<<grid, dim3(64, 4)>>>(N, delta2, f, now, then);
    CHECK(cudaGetLastError());
    std::swap(now, then);
    ++done;
    // waiting for the norm is expensive, so look at it only now and then
    if (tolerance >= 0 && done % 10 == 0) {
      double sum = 0;
      CHECK(cudaMemset(d_sum, 0, sizeof(double)));
      diff_kernel<<<128, 256>>>(count, now, then, d_sum);
      CHECK(cudaGetLastError());
      CHECK(cudaMemcpy(&sum, d_sum, sizeof(double), cudaMemcpyDeviceToHost));
      if (sum <= tolerance) break;
    }
  }
  CHECK(cudaFree(d_sum));
  if (now != u) CHECK(cudaMemcpy(u, now, count * sizeof(real), cudaMemcpyDeviceToDevice));
  return done;
}

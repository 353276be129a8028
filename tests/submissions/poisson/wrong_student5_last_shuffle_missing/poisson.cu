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

/// How many parts of size `part` cover `whole`; the last one may stick out.
inline int parts(int whole, int part) { return whole / part + (whole % part != 0 ? 1 : 0); }

/// How many numbers a plane i = constant has.
inline long long plane_size(int N) { return static_cast<long long>(N) * N; }

/// The sum of every thread's `value`, in thread 0.
__device__ double block_sum(double value) {
  __shared__ double warpsums[32];
  const int id = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int nwarps = blockDim.x * blockDim.y * blockDim.z / 32;
  // 16, 8, 4, 2, 1
  for (int offset = 16; offset > 1; offset >>= 1)
    value += __shfl_down_sync(0xffffffffu, value, offset);
  if (id % 32 == 0) warpsums[id / 32] = value;
  __syncthreads();
  if (id == 0) {
    // only a few are left, thread 0 can do this alone
    for (int w = 1; w < nwarps; ++w) value += warpsums[w];
  }
  return value;
}

__global__ void sweep_and_norm_kernel(int N, real delta2, const real* f, const real* u_old, real* u,
                                      double* norm) {
  const int k = 1 + (int)(blockIdx.x * blockDim.x + threadIdx.x);
  const int j = 1 + (int)(blockIdx.y * blockDim.y + threadIdx.y);
  const int i = 1 + (int)blockIdx.z;
  real delta = 0;  // threads without a point must not change the sum
  if (j <= N - 2 && k <= N - 2) {
    const long long n2 = (long long)N * N;
    const long long me = i * n2 + (long long)j * N + k;
    real neu = u_old[me - 1] + u_old[me + 1];
    neu += u_old[me - N] + u_old[me + N];
    neu += u_old[me - n2] + u_old[me + n2];
    neu = (neu + delta2 * f[me]) / 6;
    delta = neu - u_old[me];
    u[me] = neu;
  }
  const double s = block_sum((double)delta * delta);
  if (threadIdx.x == 0 && threadIdx.y == 0) atomicAdd(norm, s);
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  if (N <= 2) return (tolerance >= 0 && max_iterations > 0) ? 1 : max_iterations;
  int done = 0;
  double* dev;
  CHECK(cudaMalloc(&dev, sizeof(double)));
  dim3 threads(32, 8);
  dim3 blocks(parts(N - 2, 32), parts(N - 2, 8), N - 2);
  real* in = u_old;
  real* out = u;
  for (done = 0; done < max_iterations;) {
    double host = 0;
    CHECK(cudaMemcpy(dev, &host, sizeof(double), cudaMemcpyHostToDevice));
    sweep_and_norm_kernel<<<blocks, threads>>>(N, delta2, f, in, out, dev);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&host, dev, sizeof(double), cudaMemcpyDeviceToHost));
    ++done;
    std::swap(in, out);
    if (host <= tolerance) break;
  }
  // now the newest values are in `in`
  if (done > 0 && in != u) CHECK(cudaMemcpy(u, in, plane_size(N) * N * sizeof(real), cudaMemcpyDeviceToDevice));
  CHECK(cudaFree(dev));
  return done;
}

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

__global__ void sweep_kernel(int N, int planes, real delta2, const real* f, const real* u_old,
                             real* u) {
  // global indices of this thread, walls included
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  const int i = blockIdx.z * blockDim.z + threadIdx.z;
  if (i == 0 || j == 0 || k == 0) return;                  // front walls
  if (i > planes || j > N - 2 || k > N - 1) return;  // back walls
  const size_t here = ((size_t)i * N + j) * N + k;
  const size_t up = (size_t)N * N;
  real sum = delta2 * f[here];
  sum += u_old[here - up];
  sum += u_old[here + up];
  sum += u_old[here - N];
  sum += u_old[here + N];
  sum += u_old[here - 1];
  sum += u_old[here + 1];
  u[here] = sum / 6;
}

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {
  if (N <= 2) return;
  const dim3 threads(32, 4, 4);  // 512
  const dim3 blocks(parts(N, 32), parts(N, 4), parts(N, 4));
  for (int n = iterations; n > 0; --n) {
    // the last sweep (n = 1) has to write u
    if (n % 2 == 1)
      sweep_kernel<<<blocks, threads>>>(N, N - 2, delta2, f, u_old, u);
    else
      sweep_kernel<<<blocks, threads>>>(N, N - 2, delta2, f, u, u_old);
    CHECK(cudaGetLastError());
  }
}

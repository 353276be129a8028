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

constexpr int TX = 32;
constexpr int TY = 8;

// A block owns a column of 32 x 8 points and walks along i. The plane is in shared memory with a
// halo around it, the planes before and behind are in registers.
__global__ void column_kernel(int N, real delta2, const real* f, const real* from, real* to) {
  __shared__ real tile[TY + 2][TX + 2];
  const int tx = threadIdx.x + 1;
  const int ty = threadIdx.y + 1;
  const int k = blockIdx.x * TX + tx;
  const int j = blockIdx.y * TY + ty;
  const bool inner = j < N - 1 && k < N - 1;
  const bool load = inner;  // which points exist for us
  const long long plane = (long long)N * N;
  long long at = (long long)j * N + k;
  real below = 0;
  real mid = load ? from[at] : 0;
  real above = load ? from[at + plane] : 0;
  for (int i = 1; i < N - 1; ++i) {
    at += plane;
    below = mid;
    mid = above;
    above = load ? from[at + plane] : 0;
    __syncthreads();  // the last plane has been used
    tile[ty][tx] = mid;
    // the halo, no corners needed
    if (tx == 1 && j < N) tile[ty][0] = from[at - 1];
    if (tx == TX && j < N && k + 1 < N) tile[ty][TX + 1] = from[at + 1];
    if (ty == 1 && k < N) tile[0][tx] = from[at - N];
    if (ty == TY && k < N && j + 1 < N) tile[TY + 1][tx] = from[at + N];
    __syncthreads();
    if (inner) {
      real s = tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx];
      to[at] = (s + below + above + delta2 * f[at]) * (real(1) / 6);
    }
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
  int done = 0;
  const long long count = plane_size(N) * N;
  double* d_sum;
  CHECK(cudaMalloc(&d_sum, sizeof(double)));
  real* from = u;
  real* to = u_old;
  while (done < max_iterations) {
    column_kernel<<<dim3(parts(N - 2, TX), parts(N - 2, TY)), dim3(TX, TY)>>>(N, delta2, f, from, to);
    CHECK(cudaGetLastError());
    std::swap(from, to);
    ++done;
    if (tolerance < 0) continue;  // no norm needed
    double sum;
    CHECK(cudaMemset(d_sum, 0, sizeof(double)));
    diff_kernel<<<256, 256>>>(count, from, to, d_sum);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&sum, d_sum, sizeof(double), cudaMemcpyDeviceToHost));
    if (sum <= tolerance) break;
  }
  if (from != u) CHECK(cudaMemcpy(u, from, count * sizeof(real), cudaMemcpyDeviceToDevice));
  CHECK(cudaFree(d_sum));
  return done;
}

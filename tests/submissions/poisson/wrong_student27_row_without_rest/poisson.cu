// Poisson, task 1. One long row of threads, the point is computed from the number of the thread.
#include "poisson.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

const int BLOCK = 512;

__device__ bool inside(long long index, int N) { return index >= 1 && index <= N - 2; }

__global__ void jacobiSweep(int N, real delta2, const real *f, const real *from, real *to)
{
    const long long t = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    const long long plane = (long long)N * N;

    // t = (i * N + j) * N + k
    const long long i = t / plane;
    const long long j = t / N;
    const long long k = t % N;

    if (!inside(i, N) || !inside(j, N) || !inside(k, N))
        return;   // wall, or behind the end

    real sum = from[t - 1] + from[t + 1];
    sum += from[t - N] + from[t + N];
    sum += from[t - plane] + from[t + plane];
    to[t] = (sum + delta2 * f[t]) / 6;
}

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old)
{
    if (N < 3)
        return;
    const long long points = (long long)N * N * N;
    const unsigned blocks = (unsigned)((points + BLOCK - 1) / BLOCK);

    // u and u_old are the same at the beginning: choose the first one so that the last sweep
    // ends in u
    real *from = iterations % 2 == 1 ? u_old : u;
    real *to   = iterations % 2 == 1 ? u : u_old;
    for (int s = 0; s < iterations; s++) {
        jacobiSweep<<<blocks, BLOCK>>>(N, delta2, f, from, to);
        CHECK(cudaGetLastError());
        real *h = from;
        from = to;
        to = h;
    }
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
  int done = 0;
  // TODO(poisson.2)
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

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

__global__ void sweep_and_norm_kernel(int N, real delta2, const real* f, const real* u_old, real* u,
                                      double* norm) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    const bool wall = i == 0 || j == 0 || k == 0 || i >= N - 1 || j >= N - 1 || k >= N - 1;
    if (wall) return;
    const size_t at = ((size_t)i * N + j) * N + k;
    const size_t layer = (size_t)N * N;
    const real value = (u_old[at + 1] + u_old[at - 1] + u_old[at + N] + u_old[at - N] +
                        u_old[at + layer] + u_old[at - layer] + delta2 * f[at]) / 6;
    const double diff = value - u_old[at];
    u[at] = value;
    // slow, but it works without shared memory
    atomicAdd(norm, diff * diff);
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
    if (max_iterations == 0) return 0;
    if (N <= 2) return tolerance < 0 ? max_iterations : 1;
    double* sum_dev;
    CHECK(cudaMalloc(&sum_dev, sizeof(double)));
    CHECK(cudaMemset(sum_dev, 0, sizeof(double)));
    const dim3 tpb(32, 4, 4);
    const dim3 bpg(parts(N, 32), parts(N, 4), parts(N, 4));
    real* cur = u;
    real* next = u_old;
    int done = 0;
    double sum;
    do {
        sweep_and_norm_kernel<<<bpg, tpb>>>(N, delta2, f, cur, next, sum_dev);
        CHECK(cudaGetLastError());
        std::swap(cur, next);
        done++;
        CHECK(cudaMemcpy(&sum, sum_dev, sizeof(double), cudaMemcpyDeviceToHost));
    } while (done < max_iterations && sum > tolerance);
    CHECK(cudaFree(sum_dev));
    if (cur != u)
        CHECK(cudaMemcpy(u, cur, sizeof(real) * plane_size(N) * N, cudaMemcpyDeviceToDevice));
    return done;
}

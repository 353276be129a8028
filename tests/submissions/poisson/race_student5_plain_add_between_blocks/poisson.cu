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

/// adds up one value of each thread, 256 threads in one dimension
__device__ double block_sum(double value) {
    __shared__ double buf[256];
    buf[threadIdx.x] = value;
    __syncthreads();
    for (int n = 128; n >= 1; n = n / 2) {
        if (threadIdx.x < n) buf[threadIdx.x] += buf[threadIdx.x + n];
        __syncthreads();
    }
    return buf[0];
}

__global__ void sweep_and_norm_kernel(int N, real delta2, const real* f, const real* u_old, real* u,
                                      double* norm) {
    // one thread per inner point, numbered 0 ... m*m*m - 1
    const int m = N - 2;
    const long long number = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    double change = 0;
    if (number < (long long)m * m * m) {
        const long long k = number % m + 1;
        const long long j = number / m % m + 1;
        const long long i = number / m / m + 1;
        const long long c = (i * N + j) * N + k;
        real v = u_old[c - 1] + u_old[c + 1] + u_old[c - N] + u_old[c + N];
        v += u_old[c - (long long)N * N] + u_old[c + (long long)N * N];
        v = (v + delta2 * f[c]) / 6;
        u[c] = v;
        change = (double)v - u_old[c];
    }
    double total = block_sum(change * change);
    if (threadIdx.x == 0) *norm += total;  // only one thread of the block
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
    if (N <= 2) return tolerance >= 0 && max_iterations > 0 ? 1 : max_iterations;
    double* norm_d;
    CHECK(cudaMalloc(&norm_d, sizeof(double)));
    const long long points = (long long)(N - 2) * (N - 2) * (N - 2);
    const int blocks = (points + 255) / 256;
    real* p[2] = {u, u_old};
    int done = 0;
    while (done < max_iterations) {
        CHECK(cudaMemset(norm_d, 0, sizeof(double)));
        sweep_and_norm_kernel<<<blocks, 256>>>(N, delta2, f, p[done % 2], p[1 - done % 2], norm_d);
        CHECK(cudaGetLastError());
        done++;
        double norm_h;
        CHECK(cudaMemcpy(&norm_h, norm_d, sizeof(double), cudaMemcpyDeviceToHost));
        if (norm_h <= tolerance) break;
    }
    if (done % 2 == 1)
        CHECK(cudaMemcpy(u, u_old, plane_size(N) * N * sizeof(real), cudaMemcpyDeviceToDevice));
    CHECK(cudaFree(norm_d));
    return done;
}

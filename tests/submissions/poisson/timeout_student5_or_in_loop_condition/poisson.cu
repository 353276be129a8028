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

__global__ void sweep_and_norm_kernel(int N, real delta2, const real* f, const real* u_old, real* u,
                                      double* norm) {
    __shared__ double sq[512];
    int t = threadIdx.x + 8 * threadIdx.y + 64 * threadIdx.z;
    int k = 1 + blockIdx.x * 8 + threadIdx.x;
    int j = 1 + blockIdx.y * 8 + threadIdx.y;
    int i = 1 + blockIdx.z * 8 + threadIdx.z;
    double d = 0;
    if (i < N - 1 && j < N - 1 && k < N - 1) {
        long long w = N, h = (long long)N * N;
        long long c = i * h + j * w + k;
        u[c] = (u_old[c - h] + u_old[c + h] + u_old[c - w] + u_old[c + w] + u_old[c - 1] + u_old[c + 1] +
                delta2 * f[c]) / 6;
        d = u[c] - u_old[c];
    }
    sq[t] = d * d;
    // tree
    for (int s = 256; s > 0; s /= 2) {
        __syncthreads();
        if (t < s) sq[t] += sq[t + s];
    }
    if (t == 0) atomicAdd(norm, sq[0]);
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
    if (N < 3) {
        // only walls, the norm is 0
        if (tolerance >= 0 && max_iterations >= 1) return 1;
        return max_iterations;
    }
    int done = 0;
    double* d_norm;
    double norm = 1e300;  // something large, so that we get into the loop
    CHECK(cudaMalloc(&d_norm, sizeof(double)));
    int g = (N - 2 + 7) / 8;
    dim3 grid(g, g, g);
    dim3 block(8, 8, 8);
    real* src = u;
    real* dst = u_old;
    while (done < max_iterations || norm > tolerance) {
        CHECK(cudaMemset(d_norm, 0, sizeof(double)));
        sweep_and_norm_kernel<<<grid, block>>>(N, delta2, f, src, dst, d_norm);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(&norm, d_norm, sizeof(double), cudaMemcpyDeviceToHost));
        std::swap(src, dst);
        done++;
    }
    if (src != u) CHECK(cudaMemcpy(u, src, sizeof(real) * N * N * N, cudaMemcpyDeviceToDevice));
    CHECK(cudaFree(d_norm));
    return done;
}

#include "poisson.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#define CHECK(x) do { cudaError_t r = (x); if (r != cudaSuccess) { \
    printf("CUDA error %s in line %d\n", cudaGetErrorString(r), __LINE__); abort(); } } while (0)

#define FULL 0xffffffffu
#define BX 32
#define BY 4
#define BZ 4

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {}

__device__ double block_sum(double value)
{
    __shared__ double s[32];
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int warps = blockDim.x * blockDim.y * blockDim.z / 32;

    for (int o = 16; o > 0; o /= 2)
        value += __shfl_down_sync(FULL, value, o);
    if (t % 32 == 0)
        s[t / 32] = value;
    __syncthreads();
    if (t < 32) {
        value = t < warps ? s[t] : 0.0;
        for (int o = 16; o > 0; o /= 2)
            value += __shfl_down_sync(FULL, value, o);
    }
    return value;
}

__global__ void sweep_and_norm_kernel(int N, real delta2, const real* f, const real* u_old, real* u,
                                      double* norm)
{
    int k = 1 + blockIdx.x * BX + threadIdx.x;
    int j = 1 + blockIdx.y * BY + threadIdx.y;
    int i = 1 + blockIdx.z * BZ + threadIdx.z;
    double change = 0;

    if (i < N - 1 && j < N - 1 && k < N - 1) {
        long long NN = (long long)N * N;
        long long p = i * NN + (long long)j * N + k;
        real v = (u_old[p - NN] + u_old[p + NN] + u_old[p - N] + u_old[p + N] +
                  u_old[p - 1] + u_old[p + 1] + delta2 * f[p]) / 6;
        u[p] = v;
        double d = (double)v - (double)u_old[p];
        change = d * d;
    }
    change = block_sum(change);
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0)
        atomicAdd(norm, change);
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old)
{
    if (N < 3)                       // only walls, the norm is 0
        return tolerance < 0 ? max_iterations : std::min(max_iterations, 1);

    int m = N - 2;
    dim3 block(BX, BY, BZ);
    dim3 grid((m + BX - 1) / BX, (m + BY - 1) / BY, (m + BZ - 1) / BZ);

    double* d_norm;
    CHECK(cudaMalloc((void**)&d_norm, sizeof(double)));

    real *src = u_old, *dst = u;
    int done = 0;
    double norm;
    do {
        CHECK(cudaMemset(d_norm, 0, sizeof(double)));
        sweep_and_norm_kernel<<<grid, block>>>(N, delta2, f, src, dst, d_norm);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(&norm, d_norm, sizeof(double), cudaMemcpyDeviceToHost));
        std::swap(src, dst);
        done++;
    } while (norm > tolerance && done < max_iterations);

    // src is what was written last
    if (src != u)
        CHECK(cudaMemcpy(u, src, sizeof(real) * N * N * N, cudaMemcpyDeviceToDevice));
    CHECK(cudaFree(d_norm));
    return done;
}

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {}

int poisson_best(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) { return 0; }

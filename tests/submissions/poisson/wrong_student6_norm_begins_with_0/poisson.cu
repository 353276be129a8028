#include "poisson.h"
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CK(c) do { cudaError_t err_ = (c); if (err_ != cudaSuccess) { fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(err_)); abort(); } } while (0)

__host__ __device__ inline size_t IDX(int z, int y, int x, int N) { return ((size_t)z * N + y) * N + x; }

static dim3 threads(8, 8, 8);

__global__ void stencil_norm(int N, real h2, const real* f, const real* old, real* neu, double* norm)
{
    __shared__ double cache[512];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    int id = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    double d = 0;
    if (x > 0 && x < N - 1 && y > 0 && y < N - 1 && z > 0 && z < N - 1) {
        real s = old[IDX(z - 1, y, x, N)] + old[IDX(z + 1, y, x, N)]
               + old[IDX(z, y - 1, x, N)] + old[IDX(z, y + 1, x, N)]
               + old[IDX(z, y, x - 1, N)] + old[IDX(z, y, x + 1, N)];
        real v = (s + h2 * f[IDX(z, y, x, N)]) / 6;
        d = (double)v - old[IDX(z, y, x, N)];
        neu[IDX(z, y, x, N)] = v;
    }
    cache[id] = d * d;
    for (int s = 256; s > 0; s >>= 1) {
        __syncthreads();
        if (id < s) cache[id] += cache[id + s];
    }
    if (id == 0) atomicAdd(norm, cache[0]);
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u, real* u_old)
{
    int sweeps = 0;
    if (N < 3) {
        if (max_iterations == 0) return 0;
        return tolerance >= 0 ? 1 : max_iterations;
    }
    dim3 grid((N + 7) / 8, (N + 7) / 8, (N + 7) / 8);
    double* d_norm;
    double norm = 0;
    CK(cudaMalloc(&d_norm, sizeof(double)));
    real* src = u_old;
    real* dst = u;
    while (sweeps < max_iterations && norm > tolerance) {
        CK(cudaMemset(d_norm, 0, sizeof(double)));
        stencil_norm<<<grid, threads>>>(N, delta2, f, src, dst, d_norm);
        CK(cudaGetLastError());
        CK(cudaMemcpy(&norm, d_norm, sizeof(double), cudaMemcpyDeviceToHost));
        real* tmp = src; src = dst; dst = tmp;
        sweeps++;
    }
    if (src != u)
        CK(cudaMemcpy(u, src, sizeof(real) * N * N * N, cudaMemcpyDeviceToDevice));
    CK(cudaFree(d_norm));
    return sweeps;
}

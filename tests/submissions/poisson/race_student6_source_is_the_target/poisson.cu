#include "poisson.h"
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CK(c) do { cudaError_t err_ = (c); if (err_ != cudaSuccess) { fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(err_)); abort(); } } while (0)

__host__ __device__ inline size_t IDX(int z, int y, int x, int N) { return ((size_t)z * N + y) * N + x; }

__global__ void stencil(int N, int nz, real h2, const real* f, const real* old, real* neu)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x > 0 && x < N - 1 && y > 0 && y < N - 1 && z > 0 && z < nz - 1) {
        real s = old[IDX(z - 1, y, x, N)] + old[IDX(z + 1, y, x, N)]
               + old[IDX(z, y - 1, x, N)] + old[IDX(z, y + 1, x, N)]
               + old[IDX(z, y, x - 1, N)] + old[IDX(z, y, x + 1, N)];
        neu[IDX(z, y, x, N)] = (s + h2 * f[IDX(z, y, x, N)]) / 6;
    }
}

static dim3 threads(8, 8, 8);

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old)
{
    if (N < 3) return;
    dim3 grid((N + 7) / 8, (N + 7) / 8, (N + 7) / 8);
    real* src = u_old;
    real* dst = u;
    for (int t = 0; t < iterations; t++) {
        stencil<<<grid, threads>>>(N, N, delta2, f, dst, dst);
        CK(cudaGetLastError());
        real* tmp = src; src = dst; dst = tmp;
    }
    if (src != u)
        CK(cudaMemcpy(u, src, sizeof(real) * N * N * N, cudaMemcpyDeviceToDevice));
}

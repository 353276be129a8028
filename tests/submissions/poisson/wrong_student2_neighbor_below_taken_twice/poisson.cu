#include "poisson.h"

#include <stdio.h>

#define AT(i, j, k) (((size_t)(i) * N + (j)) * N + (k))

// x -> k, y -> j, z -> i
__global__ void jacobi3d(int N, real delta2, const real *f, const real *alt, real *neu)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;

    // only inner points
    if (i < 1 || j < 1 || k < 1 || i > N - 2 || j > N - 2 || k > N - 2)
        return;

    real links  = alt[AT(i, j, k - 1)];
    real rechts = alt[AT(i, j, k + 1)];
    real vorne  = alt[AT(i, j - 1, k)];
    real hinten = alt[AT(i, j + 1, k)];
    real unten  = alt[AT(i - 1, j, k)];
    real oben   = alt[AT(i - 1, j, k)];

    neu[AT(i, j, k)] = (links + rechts + vorne + hinten + unten + oben + delta2 * f[AT(i, j, k)]) / 6;
}

void poisson_naive(int N, int iterations, real delta2, const real *f, real *u, real *u_old)
{
    if (N < 3 || iterations == 0)
        return;

    // 512 threads, a warp along x
    dim3 block(32, 4, 4);
    dim3 grid((N + 31) / 32, (N + 3) / 4, (N + 3) / 4);

    // after the last sweep the result has to be in u
    real *src = u_old, *dst = u;
    if (iterations % 2 == 0) { src = u; dst = u_old; }

    for (int it = 0; it < iterations; it++)
    {
        jacobi3d<<<grid, block>>>(N, delta2, f, src, dst);
        real *h = src; src = dst; dst = h;
    }

    if (cudaGetLastError() != cudaSuccess)
        printf("Fehler im Kernel\n");
}

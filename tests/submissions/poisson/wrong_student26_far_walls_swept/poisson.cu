/* poisson, task 1.  k -> x, j -> y, one plane i for every blockIdx.z */
#include "poisson.h"
#include <stdio.h>
#include <stdlib.h>

#define BX 64
#define BY 8

static void die_on_error(const char *where)
{
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", where, cudaGetErrorString(e));
        exit(1);
    }
}

__global__ void jac(int n, real d2, const real *f, const real *a, real *b)
{
    int k = blockIdx.x * BX + threadIdx.x + 1;
    int j = blockIdx.y * BY + threadIdx.y + 1;
    int i = blockIdx.z + 1;
    size_t nn = (size_t)n * n;
    size_t c;

    if (j >= n || k >= n)
        return;
    c = i * nn + (size_t)j * n + k;
    b[c] = (a[c - 1] + a[c + 1] + a[c - n] + a[c + n] + a[c - nn] + a[c + nn]
            + d2 * f[c]) / 6;
}

void poisson_naive(int N, int iterations, real delta2, const real *f, real *u, real *u_old)
{
    dim3 block(BX, BY, 1);
    dim3 grid;
    int it;

    if (N < 3)
        return;
    grid.x = (N - 2 + BX - 1) / BX;
    grid.y = (N - 2 + BY - 1) / BY;
    grid.z = N - 2;
    /* count down: the last one (it == 1) has to write to u */
    for (it = iterations; it > 0; it--) {
        if (it % 2 == 1)
            jac<<<grid, block>>>(N, delta2, f, u_old, u);
        else
            jac<<<grid, block>>>(N, delta2, f, u, u_old);
    }
    die_on_error("jac");
}

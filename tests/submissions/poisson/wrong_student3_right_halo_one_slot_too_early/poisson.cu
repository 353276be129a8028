// poisson_naive, with the plane of the block in shared memory (each value is needed by
// four threads of the same plane)
#include "poisson.h"

#include <stdio.h>
#include <stdlib.h>

#define BX 16
#define BY 8

__global__ void sweep(int N, real delta2, const real *f, const real *src, real *dst)
{
    __shared__ real s[BY + 2][BX + 2];      // with a halo of 1

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int k = blockIdx.x * BX + tx + 1;
    const int j = blockIdx.y * BY + ty + 1;
    const int i = blockIdx.z + 1;
    const size_t row = N;
    const size_t plane = row * N;
    const size_t me = i * plane + j * row + k;

    if (j < N && k < N)
    {
        s[ty + 1][tx + 1] = src[me];
        if (tx == 0)                    s[ty + 1][0]      = src[me - 1];
        if (tx == BX - 1 && k + 1 < N)  s[ty + 1][BX]     = src[me + 1];
        if (ty == 0)                    s[0][tx + 1]      = src[me - row];
        if (ty == BY - 1 && j + 1 < N)  s[BY + 1][tx + 1] = src[me + row];
    }
    __syncthreads();

    if (j < N - 1 && k < N - 1)
    {
        real sum = s[ty + 1][tx] + s[ty + 1][tx + 2]    /* k - 1, k + 1 */
                 + s[ty][tx + 1] + s[ty + 2][tx + 1]    /* j - 1, j + 1 */
                 + src[me - plane] + src[me + plane];   /* i - 1, i + 1 */
        dst[me] = (sum + delta2 * f[me]) / 6;
    }
}

void poisson_naive(int N, int iterations, real delta2, const real *f, real *u, real *u_old)
{
    if (N < 3) return;

    dim3 block(BX, BY);
    dim3 grid((N - 2 + BX - 1) / BX, (N - 2 + BY - 1) / BY, N - 2);

    /* the last sweep has to write to u */
    real *to   = iterations % 2 ? u : u_old;
    real *from = iterations % 2 ? u_old : u;
    for (int it = 0; it < iterations; ++it)
    {
        sweep<<<grid, block>>>(N, delta2, f, from, to);
        real *tmp = from; from = to; to = tmp;
    }
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); exit(1); }
}

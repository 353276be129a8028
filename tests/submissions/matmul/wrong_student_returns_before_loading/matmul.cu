#include "matmul.h"

// tile size, 32x32 = 1024 threads per block
const int TS = 32;

__global__ void kernel_tiled(int m, int n, int k, const real *A, const real *B, real *C)
{
    __shared__ real tileA[TS][TS];
    __shared__ real tileB[TS][TS];

    const long row = (long)blockIdx.y * TS + threadIdx.y;
    const long col = (long)blockIdx.x * TS + threadIdx.x;

    // nothing to do for threads outside of the matrix
    if (row >= m || col >= n) return;

    real value = 0;
    for (int tile = 0; tile < k; tile += TS)
    {
        const int ka = tile + threadIdx.x;
        const int kb = tile + threadIdx.y;
        tileA[threadIdx.y][threadIdx.x] = ka < k ? A[row * k + ka] : (real)0;
        tileB[threadIdx.y][threadIdx.x] = kb < k ? B[(long)kb * n + col] : (real)0;
        __syncthreads();
        for (int q = 0; q < TS; q++)
            value += tileA[threadIdx.y][q] * tileB[q][threadIdx.x];
        __syncthreads();
    }
    C[row * n + col] = value;
}

void matmul_tiled(int m, int n, int k, const real *A, const real *B, real *C)
{
    if (m < 1 || n < 1) return;
    dim3 block(TS, TS);
    dim3 grid((n - 1) / TS + 1, (m - 1) / TS + 1);
    kernel_tiled<<<grid, block>>>(m, n, k, A, B, C);
}

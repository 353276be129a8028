#include "matmul.h"

// 32x32 tile of C per block, but only 32x8 threads: each thread does 4 rows,
// so each value of B from shared memory is used 4 times
constexpr int DIM = 32, ROWS = 8, PER = DIM / ROWS;

__global__ void __launch_bounds__(DIM *ROWS) gemm_tiles(int m, int n, int k, const real *A, const real *B, real *C)
{
    __shared__ real As[DIM][DIM];
    __shared__ real Bs[DIM][DIM];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const long long col = (long long)blockIdx.x * DIM + tx;
    const long long row = (long long)blockIdx.y * DIM + ty;

    real c[PER] = {};

    for (int t = 0; t < k; t += DIM)
    {
        for (int i = 0; i < DIM; i += ROWS)
        {
            As[ty + i][tx] = (row + i < m && col < k) ? A[(row + i) * k + t + tx] : (real)0;
            Bs[ty + i][tx] = (t + ty + i < k && col < n) ? B[(long long)(t + ty + i) * n + col] : (real)0;
        }
        __syncthreads();

#pragma unroll 8
        for (int q = 0; q < DIM; ++q)
        {
            const real b = Bs[q][tx];
            for (int i = 0; i < PER; ++i)
                c[i] += As[ty + i * ROWS][q] * b;
        }
        __syncthreads();
    }

    if (col >= n)
        return;
    for (int i = 0; i < PER; ++i)
        if (row + i * ROWS < m)
            C[(row + i * ROWS) * n + col] = c[i];
}

void matmul_best(int m, int n, int k, const real *A, const real *B, real *C)
{
    if (m == 0 || n == 0)
        return;
    gemm_tiles<<<dim3((n - 1) / DIM + 1, (m - 1) / DIM + 1), dim3(DIM, ROWS)>>>(m, n, k, A, B, C);
}

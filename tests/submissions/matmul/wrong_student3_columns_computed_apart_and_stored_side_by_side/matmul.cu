#include "matmul.h"

#include <assert.h>

// every thread: 2 rows x 4 columns
constexpr int BX = 16;
constexpr int BY = 8;
constexpr int NR = 2;
constexpr int NC = 4;

__global__ void coarse(int m, int n, int k, const real* __restrict__ A,
                       const real* __restrict__ B, real* __restrict__ C)
{
    const size_t r0 = (size_t(blockIdx.y) * BY + threadIdx.y) * NR;
    // columns c0, c0 + BX, c0 + 2 BX, ... so that loads of B are coalesced
    const size_t c0 = size_t(blockIdx.x) * (BX * NC) + threadIdx.x;

    real acc[NR][NC];
    #pragma unroll
    for (int r = 0; r < NR; r++)
        #pragma unroll
        for (int c = 0; c < NC; c++)
            acc[r][c] = real(0);

    for (int p = 0; p < k; p++)
    {
        real bv[NC];
        #pragma unroll
        for (int c = 0; c < NC; c++)
        {
            const size_t col = c0 + c * BX;
            bv[c] = col < n ? B[size_t(p) * n + col] : real(0);
        }
        #pragma unroll
        for (int r = 0; r < NR; r++)
        {
            if (r0 + r >= m) continue;
            const real av = A[(r0 + r) * k + p];
            #pragma unroll
            for (int c = 0; c < NC; c++) acc[r][c] += av * bv[c];
        }
    }

    // write back
    for (int r = 0; r < NR; r++)
        for (int c = 0; c < NC; c++)
        {
            const size_t row = r0 + r;
            const size_t col = size_t(blockIdx.x) * (BX * NC) + threadIdx.x * NC + c;
            if (row < m && col < n) C[row * n + col] = acc[r][c];
        }
}

void matmul_coarse(int m, int n, int k, const real* A, const real* B, real* C)
{
    if (m <= 0 || n <= 0) return;
    const dim3 threads(BX, BY);
    const dim3 blocks((n - 1) / (BX * NC) + 1, (m - 1) / (BY * NR) + 1);
    coarse<<<blocks, threads>>>(m, n, k, A, B, C);
    assert(cudaGetLastError() == cudaSuccess);
}

// Matrix product, task 1: every thread one element.
#include "matmul.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

static const int BX = 16, BY = 16;

__global__ void multiply(int m, int n, int k, const real *A, const real *B, real *C)
{
    const size_t col = (size_t)blockIdx.x * BX + threadIdx.x;

    // the grid may be too low for all rows (65535 blocks in y), then it moves down
    for (size_t top = (size_t)blockIdx.y * BY; top < m; top += (size_t)gridDim.y * BY) {
        const size_t row = top + threadIdx.y;
        if (row < m || col < n) {
            real value = 0;
            for (int l = 0; l < k; l++)
                value += A[row * k + l] * B[(size_t)l * n + col];
            C[row * n + col] = value;
        }
    }
}

void matmul_naive(int m, int n, int k, const real *A, const real *B, real *C)
{
    if (m == 0 || n == 0)
        return;

    const int blocks_x = n / BX + (n % BX > 0);
    const int blocks_y = m / BY + (m % BY > 0);

    multiply<<<dim3(blocks_x, std::min(blocks_y, 65535)), dim3(BX, BY)>>>(m, n, k, A, B, C);

    const cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
        fprintf(stderr, "matmul_naive: %s\n", cudaGetErrorString(err));
        exit(EXIT_FAILURE);
    }
}

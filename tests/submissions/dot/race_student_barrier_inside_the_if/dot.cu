#include "dot.h"

#define N_BLOCKS dot_blocks

__global__ void dot_kernel(int n, const real *A, const real *B, real *out)
{
    extern __shared__ real buf[];
    const int t = threadIdx.x;
    real x = 0;
    for (long i = (long)blockIdx.x * blockDim.x + t; i < n; i += (long)gridDim.x * blockDim.x)
        x += A[i] * B[i];
    buf[t] = x;
    __syncthreads();

    int left = blockDim.x;
    while (left > 1)
    {
        int half = left / 2;
        int odd = left - 2 * half;          // the middle one stays
        if (t < half)
        {
            buf[t] += buf[t + half + odd];
            __syncthreads();  // wait for the others
        }
        left = half + odd;
    }
    if (t == 0)
        atomicAdd(out, buf[0]);
}

void dot_atomic(int n, const real *A, const real *B, real *result, int block_size)
{
    cudaMemset(result, 0, sizeof(real));
    dot_kernel<<<N_BLOCKS, block_size, block_size * sizeof(real)>>>(n, A, B, result);
}
